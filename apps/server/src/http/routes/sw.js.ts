import { pathNotFound } from '../plugins/errors.ts'
import { hasStaffApp, sendAsset } from '../plugins/front-end.ts'
import type { RouteFile } from '../routes.ts'

/** The policy of a worker's script governs what the worker itself may call: our own server, and nothing else. */
const policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** The service worker of the staff app's build (reference: screens, Without a network). */
const routes: RouteFile = (app) => {
  app.get('', { config: { guest: true, limit: 'none', anonymous: true } }, (request, reply) => {
    // Reads the folder again after a build.
    app.frontEnd.page()
    const worker = hasStaffApp(app.site) ? app.frontEnd.find('/sw.js') : undefined
    if (!worker) throw pathNotFound(request)
    reply.header('content-security-policy', policy)
    return sendAsset(worker, request, reply)
  })
}

export default routes
