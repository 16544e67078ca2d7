import { badRequest } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { logReader } from '../../../hosting/log-reader.ts'
import { bodyOf, callerOf, type Data, isObject, managerOf } from '../callers.ts'
import type { Hq } from '../hq.ts'
import type { Supervisor } from '../supervisor.ts'
import { listLogs, readLogPage } from './log-values.ts'
import { answerSearch } from './search-logs.ts'
import { readTimeline } from './timeline.ts'

/** Routes that lead from a fault to its cause (reference: hosting, Logs of all projects). */
export function causeRoutes(hq: Hq, supervisor: Pick<Supervisor, 'runningSite'>): FastifyPluginAsync {
  const { site } = hq
  return async (app) => {
    app.post('/api/hq/search_logs', async (request) => answerSearch(hq, callerOf(request), bodyOf(request)))
    app.get('/api/hq/timeline', (request) => {
      return readTimeline(hq, supervisor, callerOf(request), request.query as Data)
    })
    app.post('/api/hq/load_log_files', async (request) => {
      managerOf(request)
      return { data: await listLogs(site.engine, logReader(site.config.dir)) }
    })
    app.post('/api/hq/get_log_file_lines', async (request) => {
      managerOf(request)
      return { data: await readLogPage(site.engine, logReader(site.config.dir), dataOf(bodyOf(request))) }
    })
  }
}

/** The part under `data`, as in an action's call; otherwise the body itself. @throws Problem 400 */
function dataOf(body: Data): Data {
  const { data = body } = body
  if (!isObject(data)) throw badRequest()
  return data
}
