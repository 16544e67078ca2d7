import { createListeners } from '@tavla/client/listeners'
import { type Dictionary, dictionaryOf, isMissing, type TranslationEntry } from './dictionary.ts'
import { type Direction, direction, formatNumber } from './locale.ts'
import { type TextArgs, translate } from './translate.ts'

/** The translator of one language and dictionary. It is replaced when either changes, so a hook can depend on it. */
export interface I18n {
  /**
   * The text in the reader's language, for attributes and composed strings; on screen use `Text`, so that people can
   * correct it in place.
   */
  t(source: string, args?: TextArgs, context?: string): string
  /** Inside of an entity, the context in which a text is translated there. */
  contextOf?(source: string, context?: string): string | undefined
  readonly language: string
  readonly direction: Direction
  /** True when the text should carry globes; false until the dictionary has loaded. */
  isMissing(source: string, context?: string): boolean
  formatNumber(value: number, fractionDigits?: number): string
}

/** English source of an interface text, and its meaning there. */
export interface TextSource {
  source: string
  context: string | null
}

/** The current translator; `useI18n` follows its changes. */
export function currentI18n(): I18n {
  return current
}

/** Translates outside components. */
export function t(source: string, args?: TextArgs, context?: string): string {
  return current.t(source, args, context)
}

/**
 * Sets language and dictionary, and `lang` and `dir` of the page (reference: texts, Languages). Without `entries` the
 * dictionary counts as not loaded: texts stay English and unmarked. Setting the current language and dictionary again
 * changes nothing.
 */
export function setLanguage(language: string, entries?: Iterable<TranslationEntry>): void {
  const dictionary = entries && dictionaryOf(entries, language)
  if (language !== current.language || !isSame(dictionary, loaded)) replace(language, dictionary)
}

/** Adds a correction that the user has just saved. */
export function addTranslation(entry: TranslationEntry): void {
  const added = dictionaryOf([entry], current.language)
  if (added.size > 0) replace(current.language, new Map([...(loaded ?? []), ...added]))
}

/**
 * The source of an interface text that was recently drawn as `text`, for texts in attributes; undefined if there is
 * none.
 */
export function sourceOf(text: string): TextSource | undefined {
  return recentTexts.get(text)
}

/** Calls `listener` when language or dictionary change; returns a function that stops it. */
export function subscribe(listener: () => void): () => void {
  return changes.listen(listener)
}

function isSame(one: Dictionary | undefined, other: Dictionary | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (one.size !== other.size) return false
  for (const [key, text] of one) if (other.get(key) !== text) return false
  return true
}

function replace(language: string, dictionary: Dictionary | undefined): void {
  recentTexts.clear()
  loaded = dictionary
  current = build(language, dictionary)
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language
    document.documentElement.dir = current.direction
  }
  changes.tell()
}

function build(language: string, dictionary: Dictionary | undefined): I18n {
  const words = dictionary ?? new Map<string, string>()
  const say: I18n['t'] = (source, args, context) => {
    const text = translate(words, source, args, language, context)
    remember(text, source, context)
    return text
  }
  return {
    t: say,
    language,
    direction: direction(language),
    isMissing: (source, context) => dictionary !== undefined && isMissing(dictionary, source, language, context),
    formatNumber: (value, fractionDigits) => formatNumber(value, language, fractionDigits),
  }
}

function remember(text: string, source: string, context: string | undefined): void {
  if (recentTexts.size >= maxRecentTexts) recentTexts.clear()
  if (!recentTexts.has(text)) recentTexts.set(text, { source, context: context ?? null })
}

/** Recently drawn texts and their sources. Bounded, because texts with numbers differ each time. */
const recentTexts = new Map<string, TextSource>()
const maxRecentTexts = 5000

const changes = createListeners()
let loaded: Dictionary | undefined
let current: I18n = build('en', undefined)
