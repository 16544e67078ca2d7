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
}

/** The File records that share these bytes, oldest first. */
export function rowsOfUrl(engine: Engine, reader: Reader, url: string): Promise<FileRow[]> {
  return reader.all<FileRow>(`${selectFrom(engine)} where c_file_url = ? order by rid`, [url])
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
  const names = ['file_name', 'file_url', 'mime_type', 'attached_to_entity', 'attached_to_id', 'content_hash']
  const columns = names.map((name) => `c_${name} as ${name}`).join(', ')
  return `select id, owner, ${columns} from "${engine.models.require('File').table.name}"`
}
