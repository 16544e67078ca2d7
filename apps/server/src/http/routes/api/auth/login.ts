import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/** Signs in by email or user name and password (contract 3.4). */
const routes: RouteFile = (app) => {
  const { accounts, sessions } = app.site

  app.post('', { config: { guest: true } }, async (request, reply) => {
    const { answer, cookies } = await accounts.signIn(bodyOf(request), callerOf(request))
    if (request.session) await sessions.end(request.session.id)
    reply.header('set-cookie', cookies)
    return answer
  })
}

export default routes
