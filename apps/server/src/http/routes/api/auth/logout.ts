import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteAccount } from '../../../account-notes.ts'
import type { RouteFile } from '../../../routes.ts'

/** Ends the session; guests are answered the same (reference: sign-in, Signing in). */
const routes: RouteFile = (app) => {
  const { sessions } = app.site

  // Safe as a method, not as a deed: another site's page may not sign anybody out.
  app.get('', { config: { guest: true, checkOrigin: true } }, signOut)
  app.post('', { config: { guest: true } }, signOut)

  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    if (request.session) {
      await sessions.end(request.session.id)
      noteAccount(request, { event: 'Signed Out', outcome: 'Allowed' })
      // Nothing of what the person saw or wrote stays in this browser.
      reply.header('clear-site-data', '"cache", "storage"')
    }
    reply.header('set-cookie', sessions.cookie(''))
    return { message: 'Logged Out' }
  }
}

export default routes
