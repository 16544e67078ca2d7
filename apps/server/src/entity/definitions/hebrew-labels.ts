import type { EntityRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Change } from '../types.ts'
import { isObject } from '../writing/parse-body.ts'

/** Keys that are drawn beside the English ones, and the parts of a definition whose Hebrew they hold. */
const keys = [
  ['label_he', 'label'],
  ['description_he', 'description'],
] as const

/** The name of the entity is its label. */
const ofEntity = [
  ['label_he', 'id'],
  ['description_he', 'description'],
] as const

type Keys = typeof keys | typeof ofEntity

/** Adds the Hebrew that labels and descriptions have now (reference: texts, Labels of an entity). */
export async function addHebrew(engine: Engine, record: EntityRecord): Promise<void> {
  const hebrew = await engine.ownTexts?.hebrewOf(record.id)
  if (!hebrew) return
  const add = (into: Record<string, unknown>, names: Keys) => {
    for (const [key, source] of names) into[key] = typeof into[source] === 'string' ? hebrew(into[source]) : null
  }
  add(record, ofEntity)
  for (const field of (record.fields ?? []) as Record<string, unknown>[]) add(field, keys)
}

/** Writes what was sent as Hebrew and differs from what is shown: blank takes the own text of the entity away. */
export async function saveHebrew({ engine, ctx, tx, sent, after, tables, id }: Change): Promise<void> {
  const { ownTexts } = engine
  const hebrew = await ownTexts?.hebrewOf(id)
  if (!ownTexts || !hebrew) return
  const save = async (one: unknown, row: Readonly<Record<string, unknown>> | undefined, names: Keys) => {
    if (!isObject(one)) return
    for (const [key, name] of names) {
      const [text, source] = [readText(one[key]), row?.[name]]
      if (text === undefined || typeof source !== 'string' || text === hebrew(source)) continue
      await ownTexts.setHebrew(engine, ctx, tx, id, source, text)
    }
  }
  await save(sent, after, ofEntity)
  // The rows stand in the order in which they were sent.
  const rows = Array.isArray(sent.fields) ? sent.fields : []
  for (const [index, one] of rows.entries()) await save(one, tables.fields?.[index], keys)
}

/** Null for a blank one; undefined for what is no text. */
function readText(value: unknown): string | null | undefined {
  if (value === null) return null
  return typeof value === 'string' ? value.trim() || null : undefined
}
