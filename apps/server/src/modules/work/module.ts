import type { MakeModule } from '../../site.ts'
import { mentionableRoutes } from './notes/mentionable.ts'
import { noteBehaviour } from './notes/note.ts'

/** Working together inside records: notes about them that stay inside. */
const makeWorkModule: MakeModule = (site) => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [noteBehaviour],
  routes: mentionableRoutes(site),
})

export default makeWorkModule
