/**
 * `?a=1&b={…}` of a call's parameters: objects as JSON text, without empty values (reference: http-api,
 * Transport); '' when none is left.
 */
export function queryString(params: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (!isEmpty(value)) query.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** True for undefined, null, "", [] and {}; 0 and false are values (reference: screens, List header). */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
