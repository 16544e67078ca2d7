import { dictionaryWithin, translate } from '@tavla/i18n'
import type { Context, ExportPlan } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import type { FileReader } from './columns.ts'

/** The language in which a file names its columns. */
export function readerOf({ translations }: Site, { language }: Context, { query }: ExportPlan): FileReader {
  return { language, dictionary: translations.dictionaryNow(language), isRaw: query.raw === 1 }
}

/** The entity in the reader's language, and the day. */
export function fileNameOf({ engine, translations }: Site, { language }: Context, { model, query }: ExportPlan) {
  const dictionary = dictionaryWithin(translations.dictionaryNow(language), model.id)
  const label = translate(dictionary, model.id, undefined, language)
  return `${label} ${engine.clock.nowWall().slice(0, 10)}.${query.format ?? 'xlsx'}`
}
