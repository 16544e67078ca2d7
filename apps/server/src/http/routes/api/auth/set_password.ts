import { noteOutcome } from '../../../account-notes.ts'
import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/** Sets a password by a mailed key, or the user's own by the old one (reference: sign-in, Passwords). */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true } }, async (request) => {
    const changed = 'Password Changed'
    const events = { done: changed, refused: changed, userOf: (user: string) => user } as const
    const user = await noteOutcome(request, events, () =>
      app.site.accounts.setPassword(bodyOf(request), callerOf(request), request.session),
    )
    return { message: 'Password updated', user }
  })
}

export default routes
