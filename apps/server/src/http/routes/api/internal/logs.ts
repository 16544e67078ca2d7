import { badRequest, notFound } from '@tavla/contract'
import { logReader } from '../../../../hosting/log-reader.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'

/**
 * The site's log files, for HQ only: the list of files; with `file` a page of lines; with `search` the lines that
 * contain that text within the frame (reference: hosting, Log calls).
 */
const routes: RouteFile = (app) => {
  const logs = logReader(app.site.config.dir)

  app.get('', { config: { guest: true } }, async (request) => {
    requireHq(request)
    const { file, lines, before, after, search, level, from, to, limit } = request.query as Record<string, unknown>
    if (typeof search === 'string') {
      const wanted = {
        text: search,
        level: textOrAbsent(level),
        file: textOrAbsent(file),
        from: timeOrAbsent(from),
        to: timeOrAbsent(to),
        limit: wholeNumber(limit, 1, 501) ?? 200,
      }
      return { data: orNotFound(await logs.search(wanted)) }
    }
    if (file === undefined) return { data: await logs.list() }
    const count = wholeNumber(lines, 1, 1000) ?? 150
    const page = { count, before: wholeNumber(before), after: wholeNumber(after) }
    return { data: orNotFound(typeof file === 'string' ? await logs.lines(file, page) : undefined) }
  })
}

export default routes

/** @throws Problem 404 */
function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound({ text: 'Log file not found' })
  return found
}

/** @throws Problem 400 */
function textOrAbsent(value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw badRequest()
  return value
}

/** ISO text in UTC. @throws Problem 400 */
function timeOrAbsent(value: unknown): string | undefined {
  const time = textOrAbsent(value)
  if (time !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time)) throw badRequest()
  return time
}

/** @throws Problem 400 */
function wholeNumber(value: unknown, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw badRequest()
  return number
}
