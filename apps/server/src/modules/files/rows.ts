import type { DamagedFiles } from '@tavla/contract'
import { countOf, type Engine, find, type Lookup, sqlOf, valueInTrash } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'

/** The fields of a File record that serving and sharing need. */
export interface FileRow {
  id: string
  owner: string
  file_name: string
  file_url: string
  mime_type: string | null
  attached_to_entity: string | null
  attached_to_id: string | null
  content_hash: string | null
  file_size: number | null
  status: string | null
}

/** The File records that share these bytes, oldest first. */
export function rowsOfUrl(engine: Engine, reader: Reader, url: string): Promise<FileRow[]> {
  return read(engine, { where: { file_url: url }, order: 'made', reader })
}

/** At most 100 records after `rid`, oldest first; of those that share bytes, only the one with `isFirst` is checked. */
export async function rowsFrom(
  engine: Engine,
  rid: number,
): Promise<{ rid: number; file_url: string; isFirst: boolean }[]> {
  const { table, field } = sqlOf(engine, 'File')
  const first = sql`(select min(other.rid) from ${table} other where ${field('file_url', 'other')} = ${field('file_url', 'file')})`
  const rows = await engine.store.all<{ rid: number; file_url: string; first: number }>(
    sql`select rid, ${field('file_url')} as file_url, ${first} as first from ${table} file
      where rid > ${rid} and ${field('file_url')} is not null order by rid limit 100`,
  )
  return rows.map((row) => ({
    rid: Number(row.rid),
    file_url: row.file_url,
    isFirst: Number(row.first) === Number(row.rid),
  }))
}

/** Number of damaged files, and the names of the newest. */
export async function damagedFiles(engine: Engine, max: number): Promise<DamagedFiles> {
  const where = { status: 'Damaged' }
  const count = await countOf(engine, 'File', { where })
  if (count === 0) return { count, names: [] }
  const newest = await find(engine, 'File', { where, fields: ['file_name'], order: 'made desc', limit: max })
  return { count, names: newest.map(({ file_name }) => String(file_name)) }
}

/** The url of bytes with this hash, whatever their name, also of a file in the trash. */
export async function urlOfContent(engine: Engine, hash: string): Promise<string | undefined> {
  const where = { content_hash: hash, file_url: { not: null } }
  const [first] = await read(engine, { where, order: 'made', limit: 1 })
  return first?.file_url ?? valueInTrash(engine, engine.store, 'File', ['content_hash', hash], 'file_url')
}

/** Files that a user uploaded for a record of this entity before it had an id. */
export function waitingRows(engine: Engine, entity: string, owner: string, url: string): Promise<FileRow[]> {
  return read(engine, { where: { file_url: url, attached_to_entity: entity, attached_to_id: null, owner } })
}

const names = [
  'owner',
  'file_name',
  'file_url',
  'mime_type',
  'attached_to_entity',
  'attached_to_id',
  'content_hash',
  'file_size',
  'status',
] as const

const read = async (engine: Engine, lookup: Omit<Lookup<never>, 'fields'>) =>
  (await find(engine, 'File', { ...lookup, fields: names })) as unknown as FileRow[]
