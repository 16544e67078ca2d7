/** Returns a value as the text that a box or a view shows: '' for none, JSON for all but text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
