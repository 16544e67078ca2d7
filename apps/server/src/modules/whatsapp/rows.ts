import { hash } from 'node:crypto'
import { find, type StoredRow, setSilently } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import type { Reader, Tx } from '../../store/store.ts'

export const messageEntity = 'Whatsapp Message'
export const templateEntity = 'Whatsapp Template'

/** The number of the other side of a message, in either direction; none for a message that is gone. */
export async function contactOf({ engine }: Site, reader: Reader, id: string): Promise<readonly string[]> {
  const message = await engine.rows(engine.models.require(messageEntity)).byId(reader, id)
  return message ? [String(message.whatsapp_contact_id ?? '')] : []
}

/** The message with this id of the provider. */
export async function messageByProviderId(
  site: Site,
  reader: Reader,
  messageId: unknown,
): Promise<(StoredRow & { rid: number }) | undefined> {
  if (typeof messageId !== 'string' || messageId === '') return undefined
  const found = await findByProviderId(site, reader, messageId)
  const same = found.find((row) => hasProviderId(row, messageId))
  return same && site.engine.rows(site.engine.models.require(messageEntity)).byId(reader, same.id)
}

/**
 * The stored form of a provider's id; undefined if a message has it already. Stored ids are unique regardless of case,
 * the provider's are not: one that differs from another only in case gets a hash as suffix.
 */
export async function newIdOf(site: Site, reader: Reader, messageId: string): Promise<string | undefined> {
  const found = await findByProviderId(site, reader, messageId)
  if (found.length === 0) return messageId
  return found.some((row) => hasProviderId(row, messageId)) ? undefined : twinIdOf(messageId)
}

/** The provider's id of a stored one. */
export function providerIdOf(stored: string): string {
  const own = stored.slice(0, -suffixLength)
  return twinIdOf(own) === stored ? own : stored
}

const hasProviderId = ({ message_id: stored }: { message_id: unknown }, messageId: string) =>
  stored === messageId || stored === twinIdOf(messageId)

const suffixLength = 9

const twinIdOf = (messageId: string): string => `${messageId}~${hash('sha256', messageId).slice(0, suffixLength - 1)}`

/** Messages stored under this id, under one that differs only in case, or under its suffixed form. */
function findByProviderId({ engine }: Site, reader: Reader, messageId: string) {
  const where = { message_id: { folded: [messageId, twinIdOf(messageId)] } }
  return find(engine, messageEntity, { where, fields: ['message_id'], reader })
}

/**
 * Links a message to its Communication, as the last step of making both, because each refers to the other. Writes
 * silently: a change would write every index of the message again.
 */
export async function linkToThread(
  { engine }: Site,
  tx: Tx,
  messageId: string,
  communicationId: string,
): Promise<void> {
  await setSilently(engine, tx, messageEntity, messageId, { communication: communicationId })
}
