/** One translation on the wire (reference: http-api, Translations); without a language it fits every dictionary. */
export interface TranslationEntry {
  source_text: string
  translated_text: string
  language?: string
  context?: string | null
}

/** Translations into one language; read them with `lookUp`. */
export type Dictionary = ReadonlyMap<string, string>

/** The dictionary of `language`; the later of two entries for one text and context wins. */
export function dictionaryOf(entries: Iterable<TranslationEntry>, language: string): Dictionary {
  const dictionary = new Map<string, string>()
  for (const entry of entries) {
    if (entry.language !== undefined && entry.language !== language) continue
    if (entry.translated_text) dictionary.set(keyOf(entry.source_text, entry.context), entry.translated_text)
  }
  return dictionary
}

/** The translation of `source` in this context, else without a context unless the context holds names, else undefined. */
export function lookUp(dictionary: Dictionary, source: string, context?: string): string | undefined {
  const inContext = context ? dictionary.get(keyOf(source, context)) : undefined
  return inContext === undefined && context !== nameContext ? dictionary.get(source) : inContext
}

/**
 * The dictionary in which the texts of an entity mean what its own translations say, else what they mean everywhere
 * (reference: texts, Labels of an entity).
 */
export function dictionaryWithin(dictionary: Dictionary, entity: string): Dictionary {
  const made = within.get(dictionary) ?? new Map<string, Dictionary>()
  within.set(dictionary, made)
  const known = made.get(entity) ?? makeWithin(dictionary, entity)
  made.set(entity, known)
  return known
}

const within = new WeakMap<Dictionary, Map<string, Dictionary>>()

function makeWithin(dictionary: Dictionary, entity: string): Dictionary {
  const prefix = keyOf('', entity)
  const own = [...dictionary].filter(([key]) => key.startsWith(prefix))
  if (own.length === 0) return dictionary
  return new Map([...dictionary, ...own.map(([key, text]) => [key.slice(prefix.length), text] as const)])
}

/** The context of the names of field types, which read the same in every language, whatever their words mean elsewhere. */
const nameContext = 'fieldtype'

/**
 * True when the globes should surround `source`: the language isn't English and has no text for it (reference: texts,
 * Missing translations). Numbers and signs read the same in every language, and a Hebrew text needs no translation into
 * Hebrew.
 */
export function isMissing(dictionary: Dictionary, source: string, language: string, context?: string): boolean {
  if (language === 'en' || context === nameContext || neverTranslated.has(source) || !/\p{L}/u.test(source))
    return false
  if (language === 'he' && /\p{Script=Hebrew}/u.test(source)) return false
  return lookUp(dictionary, source, context) === undefined
}

/** Texts that read the same in every language (reference: texts, Languages). */
export const neverTranslated: ReadonlySet<string> = new Set(['Tavla', 'HQ', 'JSON', 'API', 'English', 'עברית'])

/** Separates text and context: nobody can enter the end-of-transmission character. */
function keyOf(source: string, context: string | null | undefined): string {
  return context ? `${context}\u0004${source}` : source
}
