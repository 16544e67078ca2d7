import type { MakeModule } from '../../site.ts'
import { copyAction } from './copy.ts'
import { homeRoutes } from './home/routes.ts'
import { relatedRoutes } from './related.ts'

/** A record among others: those that point at it, its copies, and what waits for each person. */
const makeWorkplaceModule: MakeModule = (site) => ({
  app: 'platform',
  actions: [copyAction],
  async routes(app) {
    await app.register(relatedRoutes(site))
    await app.register(homeRoutes(site))
  },
})

export default makeWorkplaceModule
