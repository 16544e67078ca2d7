import type { MakeModule } from '../../site.ts'
import { bulkRoutes } from './routes.ts'
import { bulkWorks } from './works.ts'

/** The same change for many records: a plan of what it would do, and a job that does it. */
const makeBulkModule: MakeModule = (site) => ({
  app: 'platform',
  routes: bulkRoutes(site),
  start() {
    for (const work of bulkWorks(site)) site.jobs.register(work)
  },
})

export default makeBulkModule
