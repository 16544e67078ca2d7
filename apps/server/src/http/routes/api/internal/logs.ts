import { badRequest, notFound } from '@tavla/contract'
import { logReader } from '../../../../hosting/log-reader.ts'
import { requireHq } from '../../../from-hq.ts'
import type { RouteFile } from '../../../routes.ts'

/** The site's log files, for HQ alone: their list, or with `file` a page of lines (contract 6.5, 9.1). */
const routes: RouteFile = (app) => {
  const logs = logReader(app.site.config.dir)

  app.get('', { config: { guest: true } }, async (request) => {
    requireHq(request)
    const { file, lines, before, after } = request.query as Record<string, unknown>
    if (file === undefined) return { data: await logs.list() }
    const count = wholeNumber(lines, 1, 1000) ?? 150
    const page = { count, before: wholeNumber(before), after: wholeNumber(after) }
    const found = typeof file === 'string' ? await logs.lines(file, page) : undefined
    if (!found) throw notFound({ text: 'Log file not found' })
    return { data: found }
  })
}

export default routes

/** @throws Problem 400 */
function wholeNumber(value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most)) throw badRequest()
  return number
}
