import type { CatalogueRow } from '../catalogue-row.ts'
import type { TranslationEntry } from '../dictionary.ts'

/** What may be on screen before there is a dictionary, or when it can't be had. */
export const firstTexts: readonly CatalogueRow[] = [
  ['Loading…', 'בטעינה…'],
  ['Reload', 'רענון'],
  ['Something went wrong', 'משהו השתבש'],
  [
    'The application could not start. Reload the page to try again.',
    'טעינת המערכת נכשלה. אפשר לרענן את הדף ולנסות שוב.',
  ],
]

/** The same for a front end, which carries these few texts itself. */
export const firstTranslations = (): TranslationEntry[] =>
  firstTexts.map(([source_text, translated_text]) => ({ source_text, translated_text, language: 'he' }))
