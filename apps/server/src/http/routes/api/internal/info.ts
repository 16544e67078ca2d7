import { diskUsage } from '../../../../hosting/disk-usage.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'
import { siteInfo } from '../../../site-info.ts'

/** Counts of the site and the bytes of its folder, for HQ only (reference: hosting, Project data). */
const routes: RouteFile = (app) => {
  app.get('', { config: { guest: true } }, async (request) => {
    requireHq(request)
    const [info, disk] = await Promise.all([siteInfo(app.site), diskUsage(app.site.config.dir)])
    return { ...info, disk }
  })
}

export default routes
