/** One translation as it travels (reference: http-api, Translations); a missing language fits every dictionary. */
export interface TranslationEntry {
  source_text: string
  translated_text: string
  language?: string
  context?: string | null
}

/** Translations into one language, looked up with `lookUp`. */
export type Dictionary = ReadonlyMap<string, string>

/** The dictionary of `language`; of two entries for one text and context, the later wins. */
export function dictionaryOf(entries: Iterable<TranslationEntry>, language: string): Dictionary {
  const dictionary = new Map<string, string>()
  for (const entry of entries) {
    if (entry.language !== undefined && entry.language !== language) continue
    if (entry.translated_text) dictionary.set(keyOf(entry.source_text, entry.context), entry.translated_text)
  }
  return dictionary
}

/** The translation of `source` in this context, else the one without a context, else undefined. */
export function lookUp(dictionary: Dictionary, source: string, context?: string): string | undefined {
  return (context ? dictionary.get(keyOf(source, context)) : undefined) ?? dictionary.get(source)
}

/**
 * True when `source` should carry the globe marker: the language isn't English and has no text for it
 * (reference: texts, Missing translations). Numbers and signs read the same in every language, and what somebody wrote
 * in Hebrew needs no translation into it.
 */
export function isMissing(dictionary: Dictionary, source: string, language: string, context?: string): boolean {
  if (language === 'en' || neverTranslated.has(source) || !/\p{L}/u.test(source)) return false
  if (language === 'he' && /\p{Script=Hebrew}/u.test(source)) return false
  return lookUp(dictionary, source, context) === undefined
}

/** Texts that read the same in every language (reference: texts, Languages). */
export const neverTranslated: ReadonlySet<string> = new Set(['Tavla', 'HQ', 'JSON', 'API', 'English', 'עברית'])

/** The end-of-transmission character can't be part of a text that a person enters. */
function keyOf(source: string, context: string | null | undefined): string {
  return context ? `${context}\u0004${source}` : source
}
