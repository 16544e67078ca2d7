import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'
import { FactsOfSite } from '../../../site-facts.ts'

/** The figures for HQ's list of projects, for HQ only (reference: hosting, Control socket). */
const routes: RouteFile = (app) => {
  const facts = new FactsOfSite(app.site)

  app.get('', { config: { guest: true } }, (request) => {
    requireHq(request)
    return facts.read()
  })
}

export default routes
