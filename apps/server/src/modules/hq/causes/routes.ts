import { badRequest } from '@tavla/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { logReader } from '../../../hosting/log-reader.ts'
import { callerOf, managerOf } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { listLogs, readLogPage } from './log-values.ts'
import { answerSearch } from './search-logs.ts'

/** Routes that lead from a fault to its cause (reference: hosting, Logs of all projects). */
export function causeRoutes(hq: Hq): FastifyPluginAsync {
  const { site } = hq
  return async (app) => {
    app.post('/api/hq/search_logs', async (request) => answerSearch(hq, callerOf(request), bodyOf(request)))
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

type Data = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Problem 400 */
function bodyOf({ body }: FastifyRequest): Data {
  const sent = body ?? {}
  if (!isObject(sent)) throw badRequest()
  return sent
}

/** The part under `data`, as in an action's call; otherwise the body itself. @throws Problem 400 */
function dataOf(body: Data): Data {
  const { data = body } = body
  if (!isObject(data)) throw badRequest()
  return data
}
