import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'
import { siteInfo } from '../../../site-info.ts'

/** Counts of the site, for HQ alone (contract 6.5). */
const routes: RouteFile = (app) => {
  app.get('', { config: { guest: true } }, (request) => {
    requireHq(request)
    return siteInfo(app.site)
  })
}

export default routes
