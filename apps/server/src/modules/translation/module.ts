import type { MakeModule } from '../../site.ts'
import { translationBehaviour } from './behaviours/translation.ts'
import { ownTexts } from './own-texts.ts'
import { SiteTranslations } from './translations.ts'

/** The dictionary and its corrections. */
const makeTranslationModule: MakeModule = (site) => {
  const translations = new SiteTranslations(site)
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [translationBehaviour],
    ownTexts: ownTexts(translations),
    provides: { translations },
    start: () => translations.start(),
  }
}

export default makeTranslationModule
