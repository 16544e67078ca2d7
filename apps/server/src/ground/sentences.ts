import type { EntityRecord, Message, MessageArg } from '@tavla/contract'
import { type Dictionary, type TextArg, translate } from '@tavla/i18n'

/** Isolates: invisible marks around a value that keep its direction apart from the sentence's. */
const [opening, closing] = ['\u2068', '\u2069']
/** Marks a value that is itself translated. */
const openingWord = '\u2066'
const marked = /([\u2066\u2068])([^\u2066\u2068\u2069]*)(?:\u2069|$)/g
/** Separates two sentences, never occurs in a value. */
const border = /\n(?=[^\u2066\u2068\u2069]*(?:[\u2066\u2068]|$))/
const noDictionary: Dictionary = new Map()
const maxLength = 1000

/** Gives access to the dictionaries. */
interface DictionarySource {
  translations: { dictionaryNow(language: string): Dictionary }
}

/**
 * A sentence as a record stores it: in English, with its values marked in their order ({0}, {1} …), so that it can be
 * read and searched as it is and still be translated for each reader. A prefix is on a line of its own.
 */
export function encodeSentence({ text, args, prefix }: Message): string {
  const values = Array.isArray(args) ? (args as readonly MessageArg[]) : []
  const kept = translate(noDictionary, text, values.map(markValue), 'en')
  return (prefix ? `${encodeSentence(prefix)}\n${kept}` : kept).slice(0, maxLength)
}

/** Joins several stored sentences; each occurs once. */
export const joinSentences = (kept: readonly string[]) => [...new Set(kept)].join('\n').slice(0, maxLength)

/** Translates a stored sentence to the reader's language; null when there is none. */
export function translateSentence({ translations }: DictionarySource, kept: unknown, language: string): string | null {
  if (typeof kept !== 'string' || kept === '') return null
  const dictionary = translations.dictionaryNow(language)
  return kept.split(border).map(translateOne).join(' ')

  function translateOne(sentence: string): string {
    const values: TextArg[] = []
    const text = sentence.replace(marked, (_, sign: string, value: string) => {
      return `{${values.push(sign === opening ? value : { translate: value }) - 1}}`
    })
    return translate(dictionary, text, values, language)
  }
}

/** A stored sentence in English, for logs and terminals. */
export const plainSentence = (kept: string) => kept.replace(/[\u2066\u2068\u2069]/g, '')

/** A presenter for records that store a sentence in `fieldname`: each reader gets it in their own language. */
export const sentencePresenter =
  (speaker: DictionarySource, fieldname: string) =>
  (record: EntityRecord, { language }: { language: string }): EntityRecord =>
    record[fieldname] ? { ...record, [fieldname]: translateSentence(speaker, record[fieldname], language) } : record

function markValue(arg: MessageArg): MessageArg {
  if (typeof arg === 'object' && 'translate' in arg) return `${openingWord}${plainSentence(arg.translate)}${closing}`
  const text = typeof arg === 'object' ? translate(noDictionary, '{0}', [arg], 'en') : String(arg)
  return `${opening}${plainSentence(text)}${closing}`
}
