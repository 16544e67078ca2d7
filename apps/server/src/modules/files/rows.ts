import type { DamagedFiles } from '@tavla/contract'
import type { Engine } from '../../entity/index.ts'
import { type Sql, sql } from '../../store/sql.ts'
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
  return reader.all<FileRow>(sql`${selectFrom(engine)} where c_file_url = ${url} order by rid`)
}

/** Records behind `rid`, at most 100, oldest first; `isFirst` of those that share bytes is the one that is checked. */
export async function rowsFrom(
  engine: Engine,
  rid: number,
): Promise<{ rid: number; file_url: string; isFirst: boolean }[]> {
  const table = tableOf(engine)
  const first = sql`(select min(other.rid) from ${table} other where other.c_file_url = file.c_file_url)`
  const rows = await engine.store.all<{ rid: number; file_url: string; first: number }>(
    sql`select rid, c_file_url as file_url, ${first} as first from ${table} file
      where rid > ${rid} and c_file_url is not null order by rid limit 100`,
  )
  return rows.map((row) => ({
    rid: Number(row.rid),
    file_url: row.file_url,
    isFirst: Number(row.first) === Number(row.rid),
  }))
}

/** Damaged files: how many, and the names of the newest. */
export async function damagedFiles(engine: Engine, most: number): Promise<DamagedFiles> {
  const damaged = sql`from ${tableOf(engine)} where c_status = 'Damaged'`
  const row = await engine.store.get<{ n: number }>(sql`select count(*) as n ${damaged}`)
  const count = Number(row?.n ?? 0)
  if (count === 0) return { count, names: [] }
  const newest = await engine.store.all<{ name: string }>(
    sql`select c_file_name as name ${damaged} order by rid desc limit ${most}`,
  )
  return { count, names: newest.map(({ name }) => name) }
}

/** The url of bytes with this content, whatever their name. */
export async function urlOfContent(engine: Engine, hash: string): Promise<string | undefined> {
  const found = sql<FileRow>`${selectFrom(engine)} where c_content_hash = ${hash} and c_file_url is not null order by rid limit 1`
  return (await engine.store.get(found))?.file_url
}

/** Files that a person uploaded for a record of this entity before it had an id. */
export function waitingRows(engine: Engine, entity: string, owner: string, url: string): Promise<FileRow[]> {
  return engine.store.all<FileRow>(
    sql`${selectFrom(engine)} where c_file_url = ${url} and c_attached_to_entity = ${entity}
      and c_attached_to_id is null and owner = ${owner}`,
  )
}

function selectFrom(engine: Engine): Sql {
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
  const columns = names.map((name) => sql`${sql.id(`c_${name}`)} as ${sql.id(name)}`)
  return sql`select id, owner, ${sql.join(columns)} from ${tableOf(engine)}`
}

const tableOf = (engine: Engine) => sql.table(engine.models.require('File').table.name)
