import { fold } from '@tavla/fields/server'
import type { Engine } from '../../../entity/engine.ts'
import type { Field, Model } from '../../../entity/index.ts'
import { column, Plan, Slot } from '../../../entity/plan.ts'
import { sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import { idInOtherLetters } from './mail-ids.ts'

export interface Reference {
  entity: string
  id: string
}

export interface KnownMail {
  id: string
  reference: Reference | null
}

/** The communication with this Message-ID. */
export async function findMail(engine: Engine, reader: Reader, messageId: string): Promise<KnownMail | undefined> {
  return (await lookUp(engine, reader, messageId)).known
}

/**
 * The communication with this Message-ID, which tells small letters from capital ones; and the id to keep a mail under that is
 * not here yet: its own, unless it differs from another mail's in nothing else.
 */
export async function lookUp(
  engine: Engine,
  reader: Reader,
  messageId: string,
): Promise<{ known: KnownMail | undefined; freeId: string }> {
  const { table } = engine.models.require('Communication')
  const plan = engine.plans.get(
    'communications by message id',
    () =>
      new Plan(sql`select id, ${column('c_message_id')} as message_id, ${column('c_reference_entity')} as entity,
        ${column('c_reference_id')} as record
        from ${sql.table(table.name)} where ${column('f_message_id')} in (${new Slot(0)}, ${new Slot(1)})`),
  )
  const other = idInOtherLetters(messageId)
  const rows = await plan.all<{ id: string; message_id: string; entity: string | null; record: string | null }>(
    reader,
    [fold(messageId), other],
  )
  const freeId = rows.length > 0 ? other : messageId
  const found = rows.find((row) => row.message_id === messageId || row.message_id === other)
  if (!found) return { known: undefined, freeId }
  const { id, entity, record } = found
  return { known: { id, reference: entity === null || record === null ? null : { entity, id: record } }, freeId }
}

/** What a mail answers: the nearest of its references that is known here (reference: conversations, Receiving mail). */
export async function findAnswered(engine: Engine, references: readonly string[]): Promise<KnownMail | undefined> {
  for (const id of references.toReversed()) {
    const found = await findMail(engine, engine.store, id)
    if (found) return found
  }
  return undefined
}

/** The record whose address the mail is from: the one that was changed last, of all that keep communications. */
export async function findBySender(engine: Engine, address: string): Promise<Reference | null> {
  let newest: (Reference & { modified: string }) | undefined
  for (const model of engine.models.all()) {
    if (address === '' || !model.hasCommunication) continue
    for (const field of model.stored) {
      if (field.meta.fieldtype !== 'Data' || field.definition.options !== 'Email') continue
      const found = await newestWith(engine, model, field, address)
      if (found && found.modified > (newest?.modified ?? '')) newest = { entity: model.id, ...found }
    }
  }
  return newest ? { entity: newest.entity, id: newest.id } : null
}

async function newestWith(engine: Engine, model: Model, { name, column: value, fold: folded }: Field, address: string) {
  const key = `newest with ${model.id} ${model.version} ${name}`
  const plan = engine.plans.get(key, () => {
    const text = folded === '' ? sql`lower(${column(value)})` : column(folded)
    return new Plan(sql`select id, modified from ${sql.table(model.table.name)}
      where ${text} = ${new Slot(0)} order by modified desc limit 1`)
  })
  // The field need not have an index, and its table may be long.
  const [found] = await plan.all<{ id: string; modified: string }>(engine.store.heavy, [
    folded === '' ? address.toLowerCase() : fold(address),
  ])
  return found
}
