import { bodyOf } from '../../../body.ts'
import { endHqSessions } from '../../../end-hq-sessions.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'

/** Ends the sessions of one HQ person on this site: `{"user","before"}` → `{"ended"}`. */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true, ownProof: true } }, (request) => {
    requireHq(request)
    return endHqSessions(app.site, bodyOf(request))
  })
}

export default routes
