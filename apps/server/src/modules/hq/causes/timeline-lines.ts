import { utcText } from '../../../ground/utc-text.ts'
import type { LogSearch } from '../../../hosting/driver.ts'
import type { Hq } from '../hq.ts'
import { isCallLog, ownName, type ProjectHit, searchProjects } from './search-logs.ts'
import type { Frame, TimelineItem } from './timeline-items.ts'

const maxDetail = 500
const maxHits = 500
/** A line of `web.log`: time, request id, status, method, path, user, milliseconds. */
const callLine = /^\S+ \S+ (\d{3}) (\S+) (\S+) (\S+) (\S+)$/

/** Calls that failed, and lines of level error or fatal, within the frame. */
export async function failuresInLogs(
  hq: Hq,
  project: string,
  frame: Frame,
): Promise<{ items: TimelineItem[]; isComplete: boolean }> {
  const searches: Omit<LogSearch, 'limit'>[] = [{ text: ' 50' }, { level: 'error' }, { level: 'fatal' }]
  const found = await Promise.all(
    searches.map((search) => searchProjects(hq, [project], { ...search, ...frame, limit: maxHits })),
  )
  const [calls, ...lines] = found
  const failed =
    calls?.hits.filter(({ file, line }) => isCallLog(file) && Number(callLine.exec(line)?.[1]) >= 500) ?? []
  const hits = [...failed, ...lines.flatMap((one) => one.hits)]
  return {
    items: hits.filter(({ at }) => at !== '').map(lineItem),
    isComplete: found.every(({ complete, unreachable }) => complete && unreachable.length === 0),
  }
}

/** A line of a log: one of `web.log` is a request, any other a log line. */
export function lineItem({ project, file, offset, at, line }: ProjectHit): TimelineItem {
  const place = new URLSearchParams({ file, offset: String(offset) })
  const link = `${project === ownName ? '/hq/logs' : `/project/${project}/logs`}?${place}`
  const time = utcText(Date.parse(at))
  const [, status, method, path, user, millis] = (isCallLog(file) && callLine.exec(line)) || []
  if (status !== undefined) {
    return { at: time, kind: 'request', title: `${method} ${path}`, detail: `${status} · ${user} · ${millis} ms`, link }
  }
  return { at: time, kind: 'log', title: file.replace(/^logs\//, ''), detail: wordsOf(line).slice(0, maxDetail), link }
}

/** The words of a line: of a JSON line its message, and that of its error. */
function wordsOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } }
    const words = [msg, err?.message].filter((text) => typeof text === 'string' && text !== '')
    return words.length > 0 ? words.join(': ') : line
  } catch {
    return line
  }
}
