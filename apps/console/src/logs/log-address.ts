/** The query part of the address of a log file, at a byte offset or at its end; what else stands in `search` stays. */
export function logAddress(file: string, offset?: number, search = ''): string {
  const params = new URLSearchParams(search)
  params.set('file', file)
  params.delete('offset')
  if (offset !== undefined) params.set('offset', String(offset))
  return `?${params}`
}
