import { recordNotFound, textOf } from '@tavla/contract'
import { manifestPath } from '../../../backup/manifest.ts'
import { type Engine, find, type StoredRow } from '../../../entity/index.ts'
import { isoTextOf } from '../../../ground/utc-text.ts'

export const backupTypes = ['Scheduled', 'Manual', 'Safety', 'Final'] as const
export type BackupType = (typeof backupTypes)[number]
export type BackupStatus = 'Under Way' | 'Stored' | 'Proving' | 'Proven' | 'Failed' | 'Expired'

/** A Backup record. */
export interface Backup {
  id: string
  /** Undefined for HQ itself, and once the project is gone. */
  project: string | undefined
  projectId: string
  /** Permanent id of the project. */
  uid: string
  type: BackupType
  status: BackupStatus
  /** UTC text. */
  takenAt: string
  store: string
  /** Bytes; 0 when nothing was stored. */
  size: number
  provenAt: string | undefined
  isPinned: boolean
  hasError: boolean
}

export const readRow = (engine: Engine, entity: string, id: string): Promise<StoredRow | undefined> =>
  engine.rows(engine.models.require(entity)).byId(engine.store, id)

/** @throws Problem 404 */
export async function readBackup(engine: Engine, id: string): Promise<Backup> {
  const row = await readRow(engine, 'Backup', id)
  if (!row) throw recordNotFound('Backup', id)
  return backupOf(row)
}

const fields = [
  'project',
  'project_id',
  'project_uid',
  'type',
  'status',
  'taken_at',
  'store',
  'size',
  'proven_at',
  'pinned',
  'error',
] as const

/** The backups of one project in these states, those made last first, whatever the clock said at the time. */
export async function backupsOf(
  engine: Engine,
  uid: string,
  states: readonly BackupStatus[],
  limit?: number,
): Promise<Backup[]> {
  const where = { project_uid: uid, status: { in: states } }
  const found = await find(engine, 'Backup', {
    where,
    fields,
    order: 'made desc',
    ...(limit === undefined ? {} : { limit }),
  })
  return found.map(backupOf)
}

/** All backups in these states, those made first before the others. */
export async function backupsIn(engine: Engine, states: readonly BackupStatus[]): Promise<Backup[]> {
  return (await find(engine, 'Backup', { where: { status: { in: states } }, fields, order: 'made' })).map(backupOf)
}

/** The path of a backup's manifest within its store. */
export const pathOf = ({ id, uid, takenAt }: Backup): string =>
  manifestPath({ id, taken_at: isoTextOf(takenAt), project: { uid, id: '', name: '' } })

function backupOf(row: Readonly<Record<string, unknown>>): Backup {
  return {
    id: String(row.id),
    project: textOf(row.project) || undefined,
    projectId: textOf(row.project_id),
    uid: textOf(row.project_uid),
    type: row.type as BackupType,
    status: row.status as BackupStatus,
    takenAt: textOf(row.taken_at),
    store: textOf(row.store),
    size: Number(row.size ?? 0),
    provenAt: textOf(row.proven_at) || undefined,
    isPinned: row.pinned === 1,
    hasError: textOf(row.error) !== '',
  }
}
