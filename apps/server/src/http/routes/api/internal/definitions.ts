import { limits } from '@tavla/contract'
import { bodyOf } from '../../../body.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'
import { siteDefinitions } from '../../../site-definitions.ts'

/** Definitions of the site, for HQ only (reference: hosting, Definitions). */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true, ownProof: true }, bodyLimit: limits.definitionsBody }, (request) => {
    requireHq(request)
    return siteDefinitions(app.site, bodyOf(request))
  })
}

export default routes
