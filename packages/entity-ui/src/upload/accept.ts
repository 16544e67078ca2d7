/**
 * True when a file has one of the accepted types: a MIME type, a wildcard such as `image/*`, or an extension such as
 * `.pdf`. An empty list accepts everything (reference: screens, Uploads on screen).
 */
export function isAccepted(file: { name: string; type: string }, accept: readonly string[]): boolean {
  if (accept.length === 0) return true
  const type = file.type.toLowerCase()
  const name = file.name.toLowerCase()
  return accept.some((rule) => matches(rule.trim().toLowerCase(), type, name))
}

/** The hint beside `File is of invalid type`: its text and placeholders (reference: screens, Uploads on screen). */
export function expectation(accept: readonly string[], locale: string) {
  const last = accept.at(-1) ?? ''
  if (accept.length < 2) return { text: 'Expects {lastType}', args: { lastType: last } }
  const others = new Intl.ListFormat(locale, { type: 'unit' }).format(accept.slice(0, -1))
  return { text: 'Expects {allButLastType} or {lastType}', args: { allButLastType: others, lastType: last } }
}

function matches(rule: string, type: string, name: string): boolean {
  if (rule === '*' || rule === '*/*') return true
  if (rule.startsWith('.')) return name.endsWith(rule)
  if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1))
  return type === rule
}
