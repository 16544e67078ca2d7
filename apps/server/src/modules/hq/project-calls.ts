import { badRequest, notPossibleNow, textOf } from '@tavla/contract'
import { HostingFault } from '../../hosting/driver.ts'
import type { ProjectCalls } from '../../site.ts'
import type { Hq } from './hq.ts'
import { readProject } from './rows.ts'
import type { Supervisor } from './supervisor.ts'
import { notNow } from './transitions.ts'

/** Asks sites of projects for the command (reference: hosting, Control socket). */
export const projectCalls = (hq: Hq, supervisor: Supervisor): ProjectCalls => ({
  async ask({ project, question, data }) {
    const { status } = await readProject(hq.site.engine, project)
    const running = supervisor.runningSite(project)
    if (!running) throw notNow(status)
    try {
      if (question === 'reset_password') return await running.site.resetPassword(textOf(data))
      if (question !== 'definitions' || typeof data !== 'object' || data === null) throw badRequest()
      return await running.site.definitions(data)
    } catch (error) {
      throw error instanceof HostingFault ? notPossibleNow(error.detail) : error
    }
  },
})
