/** A value as the text of an input or a view: '' for a blank, JSON for any value but text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
