import { firstOwnTexts } from '../catalogue-own/first.ts'
import type { CatalogueRow } from '../catalogue-row.ts'
import type { TranslationEntry } from '../dictionary.ts'

/** Texts that may be on screen before the dictionary arrives, or when it cannot be fetched. */
export const firstTexts: readonly CatalogueRow[] = [
  ['Loading…', 'בטעינה…'],
  ['Reload', 'רענון'],
  ['Something went wrong', 'משהו השתבש'],
  [
    'The application could not start. Reload the page to try again.',
    'טעינת המערכת נכשלה. אפשר לרענן את הדף ולנסות שוב.',
  ],
  ['Retry', 'ניסיון חוזר'],
]

/** The same texts for a front end, which bundles them. */
export const firstTranslations = (): TranslationEntry[] =>
  [...firstTexts, ...firstOwnTexts].map(([source_text, translated_text]) => ({
    source_text,
    translated_text,
    language: 'he',
  }))
