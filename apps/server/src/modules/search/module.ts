import { seenWithReference } from '../../entity/index.ts'
import type { MakeModule } from '../../site.ts'
import { searchRoutes } from './routes.ts'

/** Finding records of all entities, and those that a person opened last. */
const makeSearchModule: MakeModule = (site) => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [{ entity: 'Recent Record', visible: seenWithReference('ref_entity', 'ref_id') }],
  routes: searchRoutes(site),
})

export default makeSearchModule
