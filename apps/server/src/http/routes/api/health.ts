import { version } from '../../../version.ts'
import { unavailable } from '../../plugins/errors.ts'
import type { RouteFile } from '../../routes.ts'

/** Whether the site serves (contract 3.9); asked often by whoever runs it, so no limit counts it. */
const routes: RouteFile = (app) => {
  const { site } = app

  app.get('', { config: { guest: true, unlimited: true } }, () => {
    if (site.state !== 'running') throw unavailable()
    return { status: 'ok', version, uptime: Math.floor(process.uptime()), site: site.config.siteId }
  })
}

export default routes
