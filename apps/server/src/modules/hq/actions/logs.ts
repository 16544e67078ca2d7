import type { EntityRecord } from '@tavla/contract'
import { invalid, limits, notFound, Problem } from '@tavla/contract'
import type { Action } from '../../../entity/index.ts'
import { HostingFault, type LogFile, type LogReader } from '../../../hosting/driver.ts'
import { driverFor, type Hq } from '../hq.ts'
import { readProject, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import { wallTime } from './project.ts'

type Data = Record<string, unknown>

const defaultLines = 150
const maxLines = 1000
const maxHits = 200
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Actions that read a project's log files (reference: hosting, Log calls). */
export function logActions(hq: Hq): Action[] {
  return [
    reading('load_log_files', async (logs) => (await logs.list()).map((file) => presentFile(hq, file))),
    reading('get_log_file_lines', async (logs, data) => {
      const count = wholeNumber('line_count', data.line_count, 1, maxLines) ?? defaultLines
      const page = { count, before: offsetOf('before', data.before), after: offsetOf('after', data.after) }
      const found = typeof data.file === 'string' ? await logs.lines(data.file, page) : undefined
      if (!found) throw fileNotFound()
      const { lines, truncated, start, end } = found
      return {
        ...presentFile(hq, found),
        content: lines.join('\n'),
        lines,
        line_count: count,
        truncated: truncated ? 1 : 0,
        start,
        end,
      }
    }),
    reading('search_logs', async (logs, data) => {
      const found = await logs.search({
        text: searchText(data.text),
        level: levelOf(data.level),
        file: fileOf(data.file),
        limit: wholeNumber('limit', data.limit, 1, maxHits) ?? maxHits,
      })
      if (!found) throw fileNotFound()
      return { hits: found.hits, complete: found.complete ? 1 : 0 }
    }),
  ]

  function reading(name: string, run: (logs: LogReader, data: Data) => Promise<unknown>): Action {
    return {
      entity: 'Project',
      name,
      needs: 'read',
      async run(_engine, _ctx, record, data) {
        try {
          return await run(await logsOf(hq, record), data)
        } catch (error) {
          throw error instanceof HostingFault ? unavailable(error) : error
        }
      },
    }
  }
}

/** The driver can't be asked for the logs now. */
const unavailable = ({ detail }: HostingFault) => new Problem(503, 'Unavailable', 'Service Unavailable', detail)

const fileNotFound = () => notFound({ text: 'Log file not found' })

async function logsOf(hq: Hq, { id }: EntityRecord): Promise<LogReader> {
  const { engine } = hq.site
  const project = await readProject(engine, id)
  const server = await readServer(engine, project.server)
  return driverFor(hq, project.driver).logs(sitePlace(hq.site, server, project))
}

function presentFile(hq: Hq, { name, path, type, size, modified }: LogFile) {
  return { name, path, type, size, modified: wallTime(hq, modified) }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** @throws Problem 417 */
function wholeNumber(name: string, value: unknown, min: number, max: number): number | undefined {
  if (isBlank(value)) return undefined
  const number = typeof value === 'number' ? value : Number.NaN
  if (!Number.isInteger(number) || number < min || number > max) {
    throw invalid('{0} must be between {1} and {2}', [name, min, max])
  }
  return number
}

const offsetOf = (name: string, value: unknown) => wholeNumber(name, value, 0, Number.MAX_SAFE_INTEGER)

/** @throws Problem 417 */
function searchText(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, limits.dataLength) : ''
  if (text === '') throw invalid('{0} is required', ['text'])
  return text
}

/** @throws Problem 417 */
function levelOf(value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  const level = typeof value === 'string' ? value.toLowerCase() : ''
  if (!levels.includes(level)) throw invalid('{0} must be one of: {1}', ['level', levels])
  return level
}

/** @throws Problem 404 */
function fileOf(value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  if (typeof value !== 'string') throw fileNotFound()
  return value
}
