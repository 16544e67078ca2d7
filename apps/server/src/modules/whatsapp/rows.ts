import { hash } from 'node:crypto'
import { find, type StoredRow, setSilently } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import type { Reader, Tx } from '../../store/store.ts'

export const messageEntity = 'Whatsapp Message'
export const templateEntity = 'Whatsapp Template'

/** The message that the provider knows by this id. */
export async function messageByProviderId(
  site: Site,
  reader: Reader,
  messageId: unknown,
): Promise<(StoredRow & { rid: number }) | undefined> {
  if (typeof messageId !== 'string' || messageId === '') return undefined
  const found = await findByProviderId(site, reader, messageId)
  const same = found.find((row) => isOf(row, messageId))
  return same && site.engine.rows(site.engine.models.require(messageEntity)).byId(reader, same.id)
}

/**
 * The provider's id as a new record keeps it; undefined where a message has it already. Ours are unique whatever their case, and
 * the provider's are not: one that differs from another by case alone is marked by what its own letters come to.
 */
export async function newIdOf(site: Site, reader: Reader, messageId: string): Promise<string | undefined> {
  const found = await findByProviderId(site, reader, messageId)
  if (found.length === 0) return messageId
  return found.some((row) => isOf(row, messageId)) ? undefined : twinIdOf(messageId)
}

/** An id as the provider knows it, from the way that a record keeps it. */
export function providerIdOf(kept: string): string {
  const own = kept.slice(0, -markLength)
  return twinIdOf(own) === kept ? own : kept
}

const isOf = ({ message_id: kept }: { message_id: unknown }, messageId: string) =>
  kept === messageId || kept === twinIdOf(messageId)

const markLength = 9

const twinIdOf = (messageId: string): string => `${messageId}~${hash('sha256', messageId).slice(0, markLength - 1)}`

/** What is kept under this id, under one that differs by case alone, or under its mark. */
function findByProviderId({ engine }: Site, reader: Reader, messageId: string) {
  const where = { message_id: { folded: [messageId, twinIdOf(messageId)] } }
  return find(engine, messageEntity, { where, fields: ['message_id'], reader })
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
  await setSilently(engine, tx, messageEntity, messageId, { communication: communicationId })
}
