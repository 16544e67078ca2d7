import { notPermitted, recordNotFound } from '@tavla/contract'
import { type Context, canReadRecord } from '../../entity/index.ts'
import type { Address } from '../../files/names.ts'
import { urlOf } from '../../files/names.ts'
import type { FileParts } from './parts.ts'
import { type FileRow, rowsOfUrl } from './rows.ts'

/**
 * The File record that gives the user the bytes (reference: files, Serving): a public one every user; a private one its
 * owner, users who may read its record, and System Managers.
 * @throws Problem 404 when no record has this address, 403 when the user may use none of them
 */
export async function readableFile({ site }: FileParts, ctx: Context, address: Address): Promise<FileRow> {
  const { engine } = site
  const rows = await rowsOfUrl(engine, engine.store, urlOf(address))
  const [first] = rows
  if (!first) throw recordNotFound('File', address.name)
  if (!address.isPrivate) return first
  for (const row of rows) {
    if (row.owner === ctx.actor.user || isManager(ctx)) return row
    const { attached_to_entity: entity, attached_to_id: id } = row
    if (entity && id && (await canReadRecord(engine, ctx, entity, id))) return row
  }
  throw notPermitted('read', 'File')
}

export const isManager = (ctx: Context): boolean => ctx.actor.all || ctx.actor.roles.has('System Manager')
