import type { Message, MessageArg } from '@tavla/contract'
import { type Dictionary, translate } from '@tavla/i18n'
import type { Site } from '../../site.ts'

/** Isolates: invisible, and right around a value whatever the direction of the sentence. */
const [opening, closing] = ['\u2068', '\u2069']
const marked = /\u2068([^\u2069]*)\u2069/g
const noDictionary: Dictionary = new Map()

/**
 * A sentence as a record keeps it: in English, its values marked in their order ({0}, {1} …), so that it can be read
 * and searched as it is and still be told to each reader in their language.
 */
export function keepSentence({ text, args }: Message): string {
  const values = Array.isArray(args) ? (args as readonly MessageArg[]) : []
  return translate(noDictionary, text, values.map(mark), 'en').slice(0, 1000)
}

/** A kept sentence in the reader's language; null where there is none. */
export function tellSentence({ translations }: Site, kept: unknown, language: string): string | null {
  if (typeof kept !== 'string' || kept === '') return null
  const values: string[] = []
  const text = kept.replace(marked, (_, value: string) => `{${values.push(value) - 1}}`)
  return translate(translations.dictionaryNow(language), text, values, language)
}

/** A kept sentence in English, for logs and terminals. */
export const plainSentence = (kept: string) => kept.replaceAll(opening, '').replaceAll(closing, '')

const mark = (arg: MessageArg): MessageArg =>
  typeof arg === 'string' || typeof arg === 'number' ? `${opening}${plainSentence(String(arg))}${closing}` : arg
