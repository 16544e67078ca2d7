import { client } from '@tavla/app-shell/frame'
import type { Flag } from '@tavla/contract'
import type { LogLevel } from '../logs/log-level.ts'

export interface HqLogHit {
  project: string
  file: string
  /** The byte where the line starts. */
  offset: number
  at: string | null
  line: string
}

export interface HqLogAnswer {
  hits: readonly HqLogHit[]
  /** 0 when a limit ended the search early. */
  complete: Flag
  /** The projects that did not answer. */
  unreachable: readonly string[]
}

/** A question about the logs; '' leaves a part out. Times are HQ's wall clock. */
export interface HqLogQuestion {
  text: string
  level: LogLevel
  project: string
  from: string
  to: string
}

/** Finds lines in the logs of all projects that the operator sees; newest first. */
export const searchAllLogs = ({ text, level, project, from, to }: HqLogQuestion) =>
  client.api.post<HqLogAnswer>('/api/hq/search_logs', {
    ...(text && { text }),
    ...(level && { level }),
    ...(project && { projects: [project] }),
    ...(from && { from }),
    ...(to && { to }),
  })
