import type { EntityRecord, Message, MessageArg } from '@tavla/contract'
import { type Dictionary, type TextArg, translate } from '@tavla/i18n'

/** Isolates: invisible, and right around a value whatever the direction of the sentence. */
const [opening, closing] = ['\u2068', '\u2069']
/** Before a value that is translated itself. */
const openingWord = '\u2066'
const marked = /([\u2066\u2068])([^\u2066\u2068\u2069]*)(?:\u2069|$)/g
/** Between two sentences, never in a value. */
const border = /\n(?=[^\u2066\u2068\u2069]*(?:[\u2066\u2068]|$))/
const noDictionary: Dictionary = new Map()
const longest = 1000

/** Where the dictionaries are. */
interface Speaker {
  translations: { dictionaryNow(language: string): Dictionary }
}

/**
 * A sentence as a record keeps it: in English, its values marked in their order ({0}, {1} …), so that it can be read
 * and searched as it is and still be told to each reader in their language. A prefix stands on a line of its own.
 */
export function keepSentence({ text, args, prefix }: Message): string {
  const values = Array.isArray(args) ? (args as readonly MessageArg[]) : []
  const kept = translate(noDictionary, text, values.map(mark), 'en')
  return (prefix ? `${keepSentence(prefix)}\n${kept}` : kept).slice(0, longest)
}

/** Several kept sentences as one; each is told once. */
export const joinSentences = (kept: readonly string[]) => [...new Set(kept)].join('\n').slice(0, longest)

/** A kept sentence in the reader's language; null where there is none. */
export function tellSentence({ translations }: Speaker, kept: unknown, language: string): string | null {
  if (typeof kept !== 'string' || kept === '') return null
  const dictionary = translations.dictionaryNow(language)
  return kept.split(border).map(tell).join(' ')

  function tell(sentence: string): string {
    const values: TextArg[] = []
    const text = sentence.replace(marked, (_, sign: string, value: string) => {
      return `{${values.push(sign === opening ? value : { translate: value }) - 1}}`
    })
    return translate(dictionary, text, values, language)
  }
}

/** A kept sentence in English, for logs and terminals. */
export const plainSentence = (kept: string) => kept.replace(/[\u2066\u2068\u2069]/g, '')

/** How a record goes out that keeps a sentence in `fieldname`: each reader gets it in their own language. */
export const tellsSentence =
  (speaker: Speaker, fieldname: string) =>
  (record: EntityRecord, { language }: { language: string }): EntityRecord =>
    record[fieldname] ? { ...record, [fieldname]: tellSentence(speaker, record[fieldname], language) } : record

function mark(arg: MessageArg): MessageArg {
  if (typeof arg === 'object' && 'translate' in arg) return `${openingWord}${plainSentence(arg.translate)}${closing}`
  const text = typeof arg === 'object' ? translate(noDictionary, '{0}', [arg], 'en') : String(arg)
  return `${opening}${plainSentence(text)}${closing}`
}
