import { invalid, limits, notFound } from '@tavla/contract'
import type { Engine } from '../../../entity/index.ts'
import { isoTextOf, utcText } from '../../../ground/utc-text.ts'
import type { LogFile, LogPage, LogPageQuery, LogReader, LogSearch } from '../../../hosting/driver.ts'

/** The wishes of a caller about log files (reference: hosting, Log calls). */
type Data = Readonly<Record<string, unknown>>

const defaultLines = 150
const maxLines = 1000
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** The frame and words of a search, of at most `most` hits. @throws Problem 417; 404 for a file that has no name */
export function searchOf(engine: Engine, data: Data, most: number): LogSearch {
  const { from, to } = frameOf(engine, data)
  const level = levelOf(data.level)
  const text = typeof data.text === 'string' ? data.text.slice(0, limits.dataLength) : ''
  if (text === '' && level === undefined && from === undefined) throw invalid('{0} is required', ['text'])
  return { text, level, file: fileOf(data.file), from, to, limit: wholeNumber('limit', data.limit, 1, most) ?? 200 }
}

/** `from` and `to` of a call, in HQ's wall clock, as ISO text in UTC. @throws Problem 417 */
export function frameOf(engine: Engine, data: Data): { from: string | undefined; to: string | undefined } {
  return { from: instantOf(engine, 'from', data.from), to: instantOf(engine, 'to', data.to) }
}

/** Answer of `load_log_files`. */
export async function listLogs(engine: Engine, logs: LogReader): Promise<object[]> {
  return (await logs.list()).map((file) => presentFile(engine, file))
}

/** Answer of `get_log_file_lines`. @throws Problem 404, 417 */
export async function readLogPage(engine: Engine, logs: LogReader, data: Data): Promise<object> {
  const query = pageOf(data)
  const found = typeof data.file === 'string' ? await logs.lines(data.file, query) : undefined
  if (!found) throw fileNotFound()
  return presentPage(engine, found, query.count)
}

export const fileNotFound = () => notFound({ text: 'Log file not found' })

function pageOf(data: Data): LogPageQuery {
  const count = wholeNumber('line_count', data.line_count, 1, maxLines) ?? defaultLines
  return { count, before: offsetOf('before', data.before), after: offsetOf('after', data.after) }
}

function presentPage(engine: Engine, page: LogPage, count: number): object {
  const { lines, truncated, start, end } = page
  const content = lines.join('\n')
  return { ...presentFile(engine, page), content, lines, line_count: count, truncated: truncated ? 1 : 0, start, end }
}

function presentFile(engine: Engine, { name, path, type, size, modified }: LogFile): object {
  return { name, path, type, size, modified: engine.clock.toWall(utcText(modified)) }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** @throws Problem 417 */
function instantOf(engine: Engine, name: string, value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  const rule = { fieldname: name, label: name, fieldtype: 'Datetime', options: null }
  const toWallClock = (instant: string) => engine.clock.instantToWall(instant)
  const parsed = engine.types.get('Datetime')?.parse(value, rule, { toWallClock })
  if (!parsed || 'problem' in parsed || typeof parsed.value !== 'string') {
    throw invalid('The value for {0} is not valid', [name])
  }
  const utc = engine.clock.toUtc(parsed.value, name === 'to' ? 'later' : 'earlier')
  return isoTextOf(utc.slice(0, 23))
}

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
