import type { MakeModule } from '../../site.ts'
import { Surroundings } from './alongside.ts'
import { assignmentBehaviour } from './assignments/assignment.ts'
import { followAction, followerBehaviour } from './following/follow.ts'
import { mentionableRoutes } from './notes/mentionable.ts'
import { noteBehaviour } from './notes/note.ts'

/** Working together inside records: notes about them that stay inside, who does what, and who follows them. */
const makeWorkModule: MakeModule = (site) => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [noteBehaviour, assignmentBehaviour, followerBehaviour],
  actions: [followAction],
  alongside: new Surroundings().of,
  routes: mentionableRoutes(site),
})

export default makeWorkModule
