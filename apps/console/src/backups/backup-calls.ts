import { client } from '@tavla/app-shell/frame'
import { toApiError } from '@tavla/client'
import type { EntityRecord, Flag, ListAnswer } from '@tavla/contract'

const { entities } = client

/** The outcome of a proof (reference: hosting, Backups). */
interface Proof {
  ok: Flag
  tables: number
  rows: number
  files: number
  bytes: number
  seconds: number
  from: string
  failed?: readonly Readonly<Record<string, unknown>>[]
}

/** An entity of an opened backup, with the number of its records. */
interface OpenedEntity {
  id: string
  records: number
}

interface OpenedBackup {
  status: 'Opening' | 'Open'
  entities: readonly OpenedEntity[]
}

/** How a record of a backup compares with the project now; `changed` has a field with its value then and now. */
export interface ComparedRecord {
  id: string
  state: 'Missing' | 'Same' | 'Changed'
  changed: readonly (readonly [fieldname: string, then: unknown, now: unknown])[]
}

/** The records to bring back, and how. */
export interface RecordsToRestore {
  backup: string
  entity: string
  ids?: readonly string[]
  all?: 1
  fields?: readonly string[]
}

/** Files and messages may follow their records. */
export interface RestoreAlong {
  with_files: Flag
  with_communications: Flag
}

export interface RestoredRecords {
  restored: number
  unchanged: number
  failed: readonly { id: string; message: string }[]
}

/** Records of a page, and of one comparison. */
export const pageLength = 50

/** Milliseconds between two looks at a backup that is being opened. */
const pause = 1000

export const takeBackup = (project: string) => entities.runAction<{ backup: string }>('Project', project, 'take_backup')

export const proveBackup = (backup: string) => entities.runAction('Backup', backup, 'prove')

export const restoreProject = (project: string, backup: string, force: boolean) =>
  entities.runAction('Project', project, 'restore_project', { backup, ...(force && { force: 1 }) })

/** Waits until a backup is open; resolves with the entities whose records can come back. */
export async function openBackup(backup: string): Promise<readonly OpenedEntity[]> {
  for (;;) {
    const answer = await entities.runAction<OpenedBackup>('Backup', backup, 'open_backup')
    if (answer.status === 'Open') return answer.entities
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

export const closeBackup = (backup: string) => entities.runAction('Backup', backup, 'close_backup')

/** Reads from an opened backup, which closes while nobody reads: then it is opened once more. */
async function readBackup<T>(backup: string, action: string, data: object): Promise<T> {
  const read = () => entities.runAction<T>('Backup', backup, action, data)
  try {
    return await read()
  } catch (error) {
    if (toApiError(error).code !== 409) throw error
    await openBackup(backup)
    return read()
  }
}

/** A page of an entity's records as they were, the last changed first. */
export const listBackupRecords = (backup: string, entity: string, search: string, start: number) =>
  readBackup<ListAnswer>(backup, 'list_backup_records', {
    ...{ entity, order_by: 'modified desc', limit_start: start, limit_page_length: pageLength },
    ...(search !== '' && { search }),
  })

/** The definitions of an entity's fields, as they were. */
export const readBackupFields = async (backup: string, entity: string) =>
  (await readBackup<ListAnswer>(backup, 'list_backup_records', { entity, fields: ['*'], limit_page_length: 1 }))
    .field_info

/** At most 100 ids. */
export const compareRecords = async (backup: string, entity: string, ids: readonly string[]) =>
  (await readBackup<{ records: readonly ComparedRecord[] }>(backup, 'compare_backup_records', { entity, ids })).records

export const restoreRecords = (project: string, what: RecordsToRestore & RestoreAlong) =>
  entities.runAction<RestoredRecords>('Project', project, 'restore_records', what)

/** The proof of a backup record; a JSON value may come as text. */
export function proofOf({ proof }: EntityRecord): Proof | null {
  if (typeof proof !== 'string') return (proof as Proof | null | undefined) ?? null
  try {
    return JSON.parse(proof) as Proof
  } catch {
    return null
  }
}
