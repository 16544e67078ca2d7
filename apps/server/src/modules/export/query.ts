import { type ExportQuery, exportFormats, invalid } from '@tavla/contract'

const maxIds = 10_000
const delimiters = [',', ';', '\t'] as const

/** The keys of a call, whose values may be of any type. @throws Problem 417 */
export function readExportQuery(sent: Readonly<Record<string, unknown>>): ExportQuery {
  const query: ExportQuery = {
    format: oneOf('format', sent.format ?? 'xlsx', exportFormats),
    delimiter: oneOf('delimiter', sent.delimiter ?? ',', delimiters),
  }
  // The list that they are of checks these.
  for (const name of ofList) if (sent[name] !== undefined) query[name] = sent[name] as never
  if (!isBlank(sent.ids)) query.ids = readIds(sent.ids)
  if (isYes(sent.children)) query.children = 1
  if (isYes(sent.raw)) query.raw = 1
  return query
}

const ofList = ['filters', 'or_filters', 'search', 'order_by', 'fields'] as const

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

const isYes = (value: unknown) => value === 1 || value === '1' || value === true

function oneOf<T extends string>(name: string, value: unknown, among: readonly T[]): T {
  const found = among.find((one) => one === value)
  if (found === undefined) throw invalid('The value for {0} is not valid', [name])
  return found
}

/** A list, or names separated by commas. */
function readIds(sent: unknown): string[] {
  const ids = typeof sent === 'string' ? sent.split(',') : sent
  const isList = Array.isArray(ids) && ids.length <= maxIds
  if (!isList || !ids.every((id) => typeof id === 'string')) throw invalid('The value for {0} is not valid', ['ids'])
  return ids
}
