import { noted, typed } from '../../../account-notes.ts'
import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/**
 * Mails a link to the owner of an address; the answer never says whether there is one (reference: sign-in, Passwords).
 */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true } }, async (request) => {
    const body = bodyOf(request)
    const asked = 'Password Reset Asked'
    const what = { done: asked, refused: asked, account: typed(body.email) } as const
    await noted(request, what, () => app.site.accounts.requestReset(body, callerOf(request)))
    return { message: 'Password reset email sent' }
  })
}

export default routes
