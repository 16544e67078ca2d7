import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteAccount } from '../../../account-notes.ts'
import type { RouteFile } from '../../../routes.ts'

/** Ends the session; guests get the same answer (reference: sign-in, Signing in). */
const routes: RouteFile = (app) => {
  const { sessions } = app.site

  // GET is a safe method, but this call is not: a page of another site must not sign people out.
  app.get('', { config: { guest: true, checkOrigin: true } }, signOut)
  app.post('', { config: { guest: true } }, signOut)

  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    await sessions.leave(request.session, request.headers.cookie)
    if (request.session) {
      noteAccount(request, { event: 'Signed Out', outcome: 'Allowed' })
      // The page removes what the user wrote: other users of this browser keep theirs.
      reply.header('clear-site-data', '"cache"')
    }
    reply.header('set-cookie', sessions.cookie(''))
    return { message: 'Logged Out' }
  }
}

export default routes
