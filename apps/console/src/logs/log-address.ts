/** The query part of the address of a log file, at a byte offset or at its end. */
export function logAddress(file: string, offset?: number): string {
  const params = new URLSearchParams({ file })
  if (offset !== undefined) params.set('offset', String(offset))
  return `?${params}`
}
