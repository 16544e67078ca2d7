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

export type RecordState = 'Missing' | 'Same' | 'Changed'

/** The records that a list holds. */
export type AskedState = Exclude<RecordState, 'Same'> | 'All'

/** A list of the records in one state, and the number of those in each. */
export interface RecordsByState extends ListAnswer {
  states: Readonly<Record<RecordState, number>>
  /** Records whose state is known, of `total`. */
  compared: number
  total: number
}

/** How a record of a backup compares with the project now; `changed` has a field with its value then and now. */
export interface ComparedRecord {
  id: string
  state: RecordState
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

/** Records that one call compares. */
const comparedAtOnce = 100

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

/** Records of an entity as they were, the last changed first, of those that are in a state now. */
export const listByState = (
  backup: string,
  entity: string,
  { search = '', state, length }: { search?: string; state: AskedState; length: number },
) =>
  readBackup<RecordsByState>(backup, 'list_backup_records', {
    ...{ entity, state, order_by: 'modified desc', limit_page_length: length },
    ...(search !== '' && { search }),
  })

/** The definitions of an entity's fields, as they were. */
export const readBackupFields = async (backup: string, entity: string) =>
  (await readBackup<ListAnswer>(backup, 'list_backup_records', { entity, fields: ['*'], limit_page_length: 1 }))
    .field_info

export async function compareRecords(
  backup: string,
  entity: string,
  ids: readonly string[],
): Promise<readonly ComparedRecord[]> {
  if (ids.length === 0) return []
  const data = { entity, ids: ids.slice(0, comparedAtOnce) }
  const { records } = await readBackup<{ records: readonly ComparedRecord[] }>(backup, 'compare_backup_records', data)
  return [...records, ...(await compareRecords(backup, entity, ids.slice(comparedAtOnce)))]
}

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
