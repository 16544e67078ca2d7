import { client } from '@tavla/app-shell/frame'
import type { Flag } from '@tavla/contract'
import type { LogLevel } from './log-level.ts'
import { logLines } from './log-lines.ts'

/** A log file in the answer of `load_log_files`; `path` is relative (reference: hosting, Log calls). */
export interface LogFile {
  name: string
  path: string
  type: string
  size: number
  modified: string
}

/** Lines of a log file, oldest first; `start` and `end` are byte offsets (reference: hosting, Log calls). */
export interface LogPage extends Omit<LogFile, 'modified'> {
  content: string
  lines: readonly string[]
  line_count: number
  truncated: Flag
  start: number
  end: number
}

/** Answer of `search_logs` (reference: hosting, Log calls). */
export interface LogSearchResult {
  hits: readonly LogHit[]
  /** 0 when a limit ended the search early. */
  complete: Flag
}

interface LogHit {
  /** Path of the file, as in the list of files. */
  file: string
  /** The byte where the line starts. */
  offset: number
  line: string
}

/** The name of HQ itself among the sources of logs (reference: hosting, Logs of all projects). */
export const hqItself = '_hq'

const run = async <T>(source: string, action: string, data: Readonly<Record<string, unknown>> = {}) =>
  source === hqItself
    ? (await client.api.post<{ data: T }>(`/api/hq/${action}`, { data })).data
    : client.entities.runAction<T>('Project', source, action, data)

/** Newest first. */
export const listLogFiles = (project: string) => run<readonly LogFile[]>(project, 'load_log_files')

/** Reads the last lines, those that end at `before`, or those written after `after`. */
export const readLogLines = (project: string, file: string, place: { before?: number; after?: number } = {}) =>
  run<LogPage>(project, 'get_log_file_lines', { file, line_count: logLines, ...place })

/** Finds lines of one level or any, in one file or all, that contain a text in any case; newest first. */
export const searchLogs = (
  project: string,
  text: string,
  where: { level?: LogLevel; file?: string | undefined } = {},
) =>
  find(project, {
    text,
    ...(where.level && { level: where.level }),
    ...(where.file !== undefined && { file: where.file }),
  })

/** HQ's own lines are found by the search of all projects. */
const find = (source: string, search: object): Promise<LogSearchResult> =>
  source === hqItself
    ? client.api.post('/api/hq/search_logs', { projects: [source], ...search })
    : run(source, 'search_logs', { ...search })
