import type { SignInResult } from '../../../../site.ts'
import { noteOutcome, typedText } from '../../../account-notes.ts'
import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/** Signs in by email or user name and password (reference: sign-in, Signing in). */
const routes: RouteFile = (app) => {
  const { accounts, sessions } = app.site

  app.post('', { config: { guest: true } }, async (request, reply) => {
    const body = bodyOf(request)
    const events = {
      done: 'Signed In',
      refused: 'Sign-In Failed',
      account: typedText(body.email, body.user),
      userOf,
    } as const
    const { answer, cookies } = await noteOutcome(request, events, () => accounts.signIn(body, callerOf(request)))
    await sessions.leave(request.session, request.headers.cookie)
    reply.header('set-cookie', cookies)
    return answer
  })
}

export default routes

const userOf = ({ answer }: SignInResult) => answer.user
