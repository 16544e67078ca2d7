import { failedMessages } from '../../../failed-messages.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'

/** Messages that failed within a time frame, for HQ only (reference: hosting, Time line). */
const routes: RouteFile = (app) => {
  app.get('', { config: { guest: true } }, (request) => {
    requireHq(request)
    return failedMessages(app.site, request.query)
  })
}

export default routes
