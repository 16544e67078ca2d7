import type { FieldMeta, SelectOption } from '@tavla/contract'
import { readSelectOptions } from './select-options.ts'

interface Choices {
  listed: readonly SelectOption[]
  byValue: ReadonlyMap<string, SelectOption>
}

/**
 * The choices of a Select field, plus the stored value if the list no longer has it (reference: metadata,
 * Changing a definition).
 */
export function selectChoices({ options }: Pick<FieldMeta, 'options'>, value?: unknown): readonly SelectOption[] {
  const { listed, byValue } = readChoices(options)
  if (typeof value !== 'string' || value === '' || byValue.has(value)) return listed
  return [...listed, { label: value, value }]
}

/**
 * True for a Select field that may be emptied again: one that is not required, and that has no default or a blank line
 * among its choices, since a field with a default always has one of its values (reference: metadata, Field types).
 */
export function canBeBlank(field: Pick<FieldMeta, 'options' | 'default' | 'reqd'>): boolean {
  const { options, default: first, reqd } = field
  if (reqd === 1) return false
  return !first || (typeof options === 'string' && /^\s*$/m.test(options.trimEnd()))
}

/** The label of a stored value, or the value itself if the list lacks it. */
export function choiceLabel({ options }: Pick<FieldMeta, 'options'>, value: string): string {
  return readChoices(options).byValue.get(value)?.label ?? value
}

/** Cached per definition: every cell of a list reads them, and a list of choices may be long. */
function readChoices(options: FieldMeta['options']): Choices {
  const known = read.get(options)
  if (known) return known
  const listed = nameLanguages(Array.isArray(options) ? options : readSelectOptions(options))
  const choices = { listed, byValue: new Map(listed.map((option) => [option.value, option])) }
  if (read.size >= maxCachedChoices) read.clear()
  read.set(options, choices)
  return choices
}

/** Gives each choice its language's own name instead of the code, if all choices are languages. */
function nameLanguages(listed: readonly SelectOption[]): readonly SelectOption[] {
  const isAboutLanguages =
    listed.length > 0 && listed.every(({ label, value }) => label === value && languages.has(value))
  return isAboutLanguages ? listed.map(({ value }) => ({ value, label: languages.get(value) ?? value })) : listed
}

const languages: ReadonlyMap<string, string> = new Map([
  ['en', 'English'],
  ['he', 'עברית'],
])

const read = new Map<FieldMeta['options'], Choices>()
/** Maximum size of the cache: far more than one person sees in a day; drops definitions that are no longer used. */
const maxCachedChoices = 500
