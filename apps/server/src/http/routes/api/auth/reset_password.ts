import { noteOutcome, typedText } from '../../../account-notes.ts'
import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/**
 * Mails a link to the owner of an address. The answer never tells whether an account exists (reference: sign-in,
 * Passwords).
 */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true } }, async (request) => {
    const body = bodyOf(request)
    const asked = 'Password Reset Asked'
    const events = { done: asked, refused: asked, account: typedText(body.email) } as const
    await noteOutcome(request, events, () => app.site.accounts.requestReset(body, callerOf(request)))
    return { message: 'Password reset email sent' }
  })
}

export default routes
