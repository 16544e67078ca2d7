import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/** Sets a password by a mailed key, or the session's own by the old one (contract 3.4). */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true } }, async (request) => {
    const user = await app.site.accounts.setPassword(bodyOf(request), callerOf(request), request.session)
    return { message: 'Password updated', user }
  })
}

export default routes
