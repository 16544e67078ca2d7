import type { SiteModule } from '../../site.ts'
import { translationBehaviour } from './behaviours/translation.ts'
import type { SiteTranslations } from './translations.ts'

/** The dictionary and its corrections. */
export function translationModule(translations: SiteTranslations): SiteModule {
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [translationBehaviour],
    start: () => translations.start(),
  }
}
