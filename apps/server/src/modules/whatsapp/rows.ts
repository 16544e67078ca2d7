import { fold } from '@tavla/fields/server'
import type { StoredRow } from '../../entity/index.ts'
import { column, Plan, Slot } from '../../entity/plan.ts'
import { isRecord } from '../../entity/rows.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'

export const messageEntity = 'Whatsapp Message'
export const templateEntity = 'Whatsapp Template'

/** The message that the provider knows by this id. */
export async function messageByProviderId(
  { engine }: Site,
  reader: Reader,
  messageId: unknown,
): Promise<(StoredRow & { rid: number }) | undefined> {
  if (typeof messageId !== 'string' || messageId === '') return undefined
  const model = engine.models.require(messageEntity)
  const plan = engine.plans.get('whatsapp message by provider id', () => {
    const same = sql`${column('f_message_id')} = ${new Slot(0)} and ${column('c_message_id')} = ${new Slot(1)}`
    return new Plan(sql`select id from ${sql.table(model.table.name)} where ${same}`)
  })
  const found = await plan.get<{ id: string }>(reader, [fold(messageId), messageId])
  return found && engine.rows(model).byId(reader, found.id)
}

/**
 * Tells a message which Communication it is: the last part of making both, since each names the other. No change of its own:
 * every index of the message would be written anew for it.
 */
export async function linkToThread(
  { engine }: Site,
  tx: Tx,
  messageId: string,
  communicationId: string,
): Promise<void> {
  const model = engine.models.require(messageEntity)
  const plan = engine.plans.get('whatsapp message to thread', () => {
    const set = sql`${column('c_communication')} = ${new Slot(0)}, ${column('f_communication')} = ${new Slot(1)}`
    return new Plan(sql`update ${sql.table(model.table.name)} set ${set} where ${isRecord(new Slot(2), new Slot(3))}`)
  })
  await plan.run(tx, [communicationId, fold(communicationId), messageId, fold(messageId)])
}
