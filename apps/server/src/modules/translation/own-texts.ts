import { lookUp } from '@tavla/i18n'
import {
  type Context,
  createIn,
  type Engine,
  find,
  findOne,
  type OwnTexts,
  removeRecord,
  systemContext,
  updateIn,
} from '../../entity/index.ts'
import type { Translations } from '../../site.ts'
import type { Tx } from '../../store/store.ts'

/**
 * The Hebrew of the labels and descriptions of a definition: records of Translation whose context is the entity (reference:
 * texts, Labels of an entity).
 */
export const ownTexts = (translations: Pick<Translations, 'dictionary'>): OwnTexts => ({
  async hebrewOf(entity) {
    const dictionary = await translations.dictionary('he')
    return (source) => lookUp(dictionary, source, entity) ?? null
  },

  async setHebrew(engine, ctx, tx, entity, source, text) {
    const where = { source_text: source, language: 'he', context: entity }
    const known = await findOne(engine, 'Translation', { where, reader: tx })
    const asServer = { ...ctx, system: true }
    if (text !== null) await write(engine, asServer, tx, known?.id, { ...where, translated_text: text })
    else if (known) await removeRecord(engine, asServer, tx, engine.models.require('Translation'), known.id, {})
  },

  async renamed(engine, tx, from, to) {
    const fields = ['source_text', 'language'] as const
    const rows = await find(engine, 'Translation', { where: { context: from }, fields, reader: tx })
    for (const { id, source_text, language } of rows) {
      const where = { source_text: String(source_text), language: String(language), context: to }
      const taken = await findOne(engine, 'Translation', { where, reader: tx })
      // The name of the entity is a text, too.
      const source = source_text === from ? to : source_text
      const moved = { context: to, source_text: source }
      if (!taken) await updateIn(engine, systemContext(engine), tx, 'Translation', id, moved)
    }
  },
})

async function write(engine: Engine, ctx: Context, tx: Tx, id: string | undefined, values: Record<string, unknown>) {
  if (id === undefined) await createIn(engine, ctx, tx, 'Translation', values)
  else await updateIn(engine, ctx, tx, 'Translation', id, values)
}
