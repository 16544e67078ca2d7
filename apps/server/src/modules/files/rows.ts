import type { DamagedFiles } from '@tavla/contract'
import type { Engine } from '../../entity/index.ts'
import type { Reader } from '../../store/store.ts'

/** What serving and sharing have to know of a File record. */
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
  return reader.all<FileRow>(`${selectFrom(engine)} where c_file_url = ? order by rid`, [url])
}

/** Records behind `rid`, at most 100, oldest first; `isFirst` of those that share bytes is the one that is checked. */
export async function rowsFrom(
  engine: Engine,
  rid: number,
): Promise<{ rid: number; file_url: string; isFirst: boolean }[]> {
  const table = `"${engine.models.require('File').table.name}"`
  const first = `(select min(other.rid) from ${table} other where other.c_file_url = file.c_file_url)`
  const sql = `select rid, c_file_url as file_url, ${first} as first from ${table} file
    where rid > ? and c_file_url is not null order by rid limit 100`
  const rows = await engine.store.all<{ rid: number; file_url: string; first: number }>(sql, [rid])
  return rows.map((row) => ({
    rid: Number(row.rid),
    file_url: row.file_url,
    isFirst: Number(row.first) === Number(row.rid),
  }))
}

/** Damaged files: how many, and the names of the newest. */
export async function damagedFiles(engine: Engine, most: number): Promise<DamagedFiles> {
  const from = `from "${engine.models.require('File').table.name}" where c_status = 'Damaged'`
  const row = await engine.store.get<{ n: number }>(`select count(*) as n ${from}`)
  const count = Number(row?.n ?? 0)
  if (count === 0) return { count, names: [] }
  const sql = `select c_file_name as name ${from} order by rid desc limit ${most}`
  return { count, names: (await engine.store.all<{ name: string }>(sql)).map(({ name }) => name) }
}

/** The url of bytes with this content, whatever their name. */
export async function urlOfContent(engine: Engine, hash: string): Promise<string | undefined> {
  const sql = `${selectFrom(engine)} where c_content_hash = ? and c_file_url is not null order by rid limit 1`
  return (await engine.store.get<FileRow>(sql, [hash]))?.file_url
}

/** Files that a person uploaded for a record of this entity before it had an id. */
export function waitingRows(engine: Engine, entity: string, owner: string, url: string): Promise<FileRow[]> {
  const sql = `${selectFrom(engine)} where c_file_url = ? and c_attached_to_entity = ? and c_attached_to_id is null and owner = ?`
  return engine.store.all<FileRow>(sql, [url, entity, owner])
}

function selectFrom(engine: Engine): string {
  const names = [
    'file_name',
    'file_url',
    'mime_type',
    'attached_to_entity',
    'attached_to_id',
    'content_hash',
    'file_size',
    'status',
  ]
  const columns = names.map((name) => `c_${name} as ${name}`).join(', ')
  return `select id, owner, ${columns} from "${engine.models.require('File').table.name}"`
}
