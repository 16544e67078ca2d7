import { Problem } from '@tavla/contract'
import type { Action } from '../../../entity/index.ts'
import { HostingFault, type LogReader } from '../../../hosting/driver.ts'
import { fileNotFound, listLogs, readLogPage, searchOf } from '../causes/log-values.ts'
import { driverFor, type Hq } from '../hq.ts'
import { readProject, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'

type Data = Record<string, unknown>

const maxHits = 200

/** Actions that read a project's log files (reference: hosting, Log calls). */
export function logActions(hq: Hq): Action[] {
  const { site } = hq
  return [
    reading('load_log_files', (logs) => listLogs(site.engine, logs)),
    reading('get_log_file_lines', (logs, data) => readLogPage(site.engine, logs, data)),
    reading('search_logs', async (logs, data) => {
      const found = await logs.search(searchOf(site.engine, data, maxHits))
      if (!found) throw fileNotFound()
      const hits = found.hits.map(({ file, offset, line }) => ({ file, offset, line }))
      return { hits, complete: found.complete ? 1 : 0 }
    }),
  ]

  function reading(name: string, run: (logs: LogReader, data: Data) => Promise<unknown>): Action {
    return {
      entity: 'Project',
      name,
      needs: 'read',
      async run(_engine, _ctx, { id }, data) {
        try {
          return await run(await logsOf(hq, id), data)
        } catch (error) {
          throw error instanceof HostingFault ? unavailable(error) : error
        }
      },
    }
  }
}

/** Reads the log files of a project's site. @throws Problem 404, HostingFault */
export async function logsOf(hq: Hq, id: string): Promise<LogReader> {
  const { engine } = hq.site
  const project = await readProject(engine, id)
  const server = await readServer(engine, project.server)
  return driverFor(hq, project.driver).logs(sitePlace(hq.site, server, project))
}

/** The driver can't be asked for the logs now. */
const unavailable = ({ detail }: HostingFault) => new Problem(503, 'Unavailable', 'Service Unavailable', detail)
