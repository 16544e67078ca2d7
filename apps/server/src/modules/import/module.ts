import type { MakeModule } from '../../site.ts'
import { makeCommitWork } from './jobs/commit-job.ts'
import { makePlanWork } from './jobs/plan-job.ts'
import { PlanStore } from './plan-store.ts'
import { Remembered } from './remembered.ts'
import { importRoutes } from './routes.ts'

/** Records from spreadsheets: looked at first, then written as one operation (reference: http-api, Import). */
const makeImportModule: MakeModule = (site) => {
  const plans = new PlanStore(() => site.engine)
  const remembered = new Remembered(() => site.engine)
  return {
    app: 'platform',
    routes: importRoutes({ site, plans, remembered }),
    start() {
      site.jobs.register(makePlanWork(site, plans))
      site.jobs.register(makeCommitWork(site, plans))
    },
  }
}

export default makeImportModule
