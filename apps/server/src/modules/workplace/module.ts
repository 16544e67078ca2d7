import type { MakeModule } from '../../site.ts'
import { relatedRoutes } from './related.ts'

/** A record among others: those that point at it. */
const makeWorkplaceModule: MakeModule = (site) => ({
  app: 'platform',
  routes: relatedRoutes(site),
})

export default makeWorkplaceModule
