import type { MakeModule } from '../../site.ts'
import { cancelJob, jobBehaviour } from './job-behaviour.ts'
import { JobRows } from './job-rows.ts'
import { SiteJobs } from './site-jobs.ts'

/** Long work in the name of a person, such as a change of many records, an import or an export. */
const makeJobsModule: MakeModule = (site) => {
  const jobs = new SiteJobs(site)
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [jobBehaviour(jobs)],
    actions: [cancelJob(jobs)],
    provides: { jobs },
    restored: () => new JobRows(site.engine).giveUpAll(),
    leave: async () => jobs.leave(),
  }
}

export default makeJobsModule
