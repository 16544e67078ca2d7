import { type Action, type Behaviour, findOne } from '../../entity/index.ts'
import type { SiteJobs } from './site-jobs.ts'

/** A job under way shows how far it is, also within one long transaction. */
export const jobBehaviour = (jobs: SiteJobs): Behaviour => ({
  entity: 'Job',
  presentAlone: async (_engine, _ctx, record) => ({ ...record, ...jobs.countsNow(record.id) }),
})

/** How long a cancelled job is waited for, in milliseconds. */
const patience = 5_000

/** Ends a job: what is not written yet is not written (reference: http-api, Jobs). */
export const cancelJob = (jobs: SiteJobs): Action => ({
  entity: 'Job',
  name: 'cancel',
  needs: 'read',
  async run(engine, _ctx, { id }) {
    await jobs.cancel(id)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([jobs.over(id), late])
    clearTimeout(timer)
    const job = await findOne(engine, 'Job', { where: { id }, fields: ['status', 'done', 'failed'] })
    return { status: job?.status, done: job?.done, failed: job?.failed }
  },
})
