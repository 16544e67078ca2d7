import type { SelectOption } from '@tavla/contract'

/**
 * Options of a Select, from one value per line or from JSON text of `{label, value}` pairs (reference: metadata, Field
 * types). Blank lines are skipped, because a blank value always means no value.
 */
export function readSelectOptions(options: string | null): SelectOption[] {
  return (options === null ? undefined : readPairs(options)) ?? readLines(options ?? '')
}

function readPairs(options: string): SelectOption[] | undefined {
  if (!options.trimStart().startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(options)
    return Array.isArray(list) ? list.flatMap(toOption) : undefined
  } catch {
    return undefined
  }
}

function toOption(item: unknown): SelectOption[] {
  const { value, label } = (typeof item === 'object' && item !== null ? item : { value: item }) as Record<
    string,
    unknown
  >
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const text = String(value).trim()
  return text === '' ? [] : [{ label: typeof label === 'string' && label !== '' ? label : text, value: text }]
}

function readLines(options: string): SelectOption[] {
  const values = options.split('\n').map((line) => line.trim())
  return values.filter((value) => value !== '').map((value) => ({ label: value, value }))
}
