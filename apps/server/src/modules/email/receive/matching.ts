import { type Engine, type Field, find, findOne, type Model } from '../../../entity/index.ts'
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
 * Finds the communication with this Message-ID, by case too; and the id under which to store a new mail: its own, or a
 * hashed one if another mail's differs only in case.
 */
export async function lookUp(
  engine: Engine,
  reader: Reader,
  messageId: string,
): Promise<{ known: KnownMail | undefined; freeId: string }> {
  const other = idInOtherLetters(messageId)
  const rows = await find(engine, 'Communication', {
    where: { message_id: { folded: [messageId, other] } },
    fields: ['message_id', 'reference_entity', 'reference_id'],
    reader,
  })
  const freeId = rows.length > 0 ? other : messageId
  const found = rows.find((row) => row.message_id === messageId || row.message_id === other)
  if (!found) return { known: undefined, freeId }
  const { id, reference_entity: entity, reference_id: record } = found
  const reference = entity === null || record === null ? null : { entity: String(entity), id: String(record) }
  return { known: { id, reference }, freeId }
}

/** The mail that this one answers: the nearest reference that is stored (reference: conversations, Receiving mail). */
export async function findAnswered(engine: Engine, references: readonly string[]): Promise<KnownMail | undefined> {
  for (const id of references.toReversed()) {
    const found = await findMail(engine, engine.store, id)
    if (found) return found
  }
  return undefined
}

/** The record with the sender's address: the last modified one, of all entities that have communications. */
export async function findBySender(engine: Engine, address: string): Promise<Reference | null> {
  let newest: (Reference & { modified: string }) | undefined
  for (const model of engine.models.all()) {
    if (address === '' || !model.hasCommunication) continue
    for (const field of model.stored) {
      if (field.meta.fieldtype !== 'Data' || field.definition.options !== 'Email') continue
      const found = await newestWith(engine, model, field, address)
      if (found && String(found.modified) > (newest?.modified ?? '')) {
        newest = { entity: model.id, id: found.id, modified: String(found.modified) }
      }
    }
  }
  return newest ? { entity: newest.entity, id: newest.id } : null
}

/** The field may lack an index and its table may be long, so use the reader for heavy work. */
const newestWith = (engine: Engine, model: Model, { name }: Field, address: string) =>
  findOne(engine, model.id, {
    where: { [name]: { folded: address } },
    fields: ['modified'],
    order: 'modified desc',
    reader: engine.store.heavy,
  })
