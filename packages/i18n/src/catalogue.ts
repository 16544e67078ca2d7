import { communicationTexts } from './catalogue/communication.ts'
import { consoleTexts } from './catalogue/console.ts'
import { entityTexts } from './catalogue/entities.ts'
import { frameTexts } from './catalogue/frame.ts'
import { labelTexts } from './catalogue/labels.ts'
import { messageTexts } from './catalogue/messages.ts'
import { signInTexts } from './catalogue/sign-in.ts'
import { valueTexts } from './catalogue/values.ts'
import { ownTexts } from './catalogue-own.ts'
import type { CatalogueRow } from './catalogue-row.ts'

/** The settled texts, word for word. */
export const contractTexts: readonly CatalogueRow[] = [
  ...signInTexts,
  ...frameTexts,
  ...messageTexts,
  ...consoleTexts,
  ...communicationTexts,
  ...entityTexts,
  ...labelTexts,
  ...valueTexts,
]

/** The built-in dictionary: every text of the product with its Hebrew (reference: texts, Translating). */
export const catalogue: readonly CatalogueRow[] = [...contractTexts, ...ownTexts]

/**
 * One row of the built-in dictionary in the answer of `GET /api/app/get_translations` (reference: http-api,
 * Translations).
 */
export interface CatalogueEntry {
  source_text: string
  translated_text: string
  language: 'he'
  context?: string
}

/** The built-in dictionary in the form of translations, for `dictionaryOf` and for the wire. */
export function catalogueEntries(): CatalogueEntry[] {
  return catalogue.map(([source_text, translated_text, context]) => {
    const entry: CatalogueEntry = { source_text, translated_text, language: 'he' }
    return context === undefined ? entry : { ...entry, context }
  })
}
