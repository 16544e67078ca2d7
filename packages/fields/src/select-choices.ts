import type { FieldMeta, SelectOption } from '@tavla/contract'
import { readSelectOptions } from './select-options.ts'

interface Choices {
  listed: readonly SelectOption[]
  byValue: ReadonlyMap<string, SelectOption>
}

/**
 * The choices of a Select field, and the stored value itself where the list no longer has it
 * (reference: metadata, Changing a definition).
 */
export function selectChoices({ options }: Pick<FieldMeta, 'options'>, value?: unknown): readonly SelectOption[] {
  const { listed, byValue } = readChoices(options)
  if (typeof value !== 'string' || value === '' || byValue.has(value)) return listed
  return [...listed, { label: value, value }]
}

/** The label of a stored value, which is the value itself where the list does not have it. */
export function choiceLabel({ options }: Pick<FieldMeta, 'options'>, value: string): string {
  return readChoices(options).byValue.get(value)?.label ?? value
}

/** Read once for each definition: every cell of a list asks, and a list of choices may be long. */
function readChoices(options: FieldMeta['options']): Choices {
  const known = read.get(options)
  if (known) return known
  const listed = nameLanguages(Array.isArray(options) ? options : readSelectOptions(options))
  const choices = { listed, byValue: new Map(listed.map((option) => [option.value, option])) }
  if (read.size >= mostRead) read.clear()
  read.set(options, choices)
  return choices
}

/** Where the choices are languages, each is called by its own name in place of its code. */
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
/** Far more than one person sees in a day; keeps definitions that came and went from piling up. */
const mostRead = 500
