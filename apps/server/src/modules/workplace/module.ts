import type { MakeModule } from '../../site.ts'
import { copyAction } from './copy.ts'
import { relatedRoutes } from './related.ts'

/** A record among others: those that point at it, and its copies. */
const makeWorkplaceModule: MakeModule = (site) => ({
  app: 'platform',
  actions: [copyAction],
  routes: relatedRoutes(site),
})

export default makeWorkplaceModule
