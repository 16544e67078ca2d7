import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/** Mails a link to the owner of an address; the answer never says whether there is one (contract 3.4). */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true } }, (request) => {
    app.site.accounts.requestReset(bodyOf(request), callerOf(request))
    return { message: 'Password reset email sent' }
  })
}

export default routes
