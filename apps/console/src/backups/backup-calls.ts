import { client } from '@tavla/app-shell/frame'
import type { EntityRecord, Flag } from '@tavla/contract'

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

export const takeBackup = (project: string) => entities.runAction<{ backup: string }>('Project', project, 'take_backup')

export const proveBackup = (backup: string) => entities.runAction('Backup', backup, 'prove')

export const restoreProject = (project: string, backup: string, force: boolean) =>
  entities.runAction('Project', project, 'restore_project', { backup, ...(force && { force: 1 }) })

/** The proof of a backup record; a JSON value may come as text. */
export function proofOf({ proof }: EntityRecord): Proof | null {
  if (typeof proof !== 'string') return (proof as Proof | null | undefined) ?? null
  try {
    return JSON.parse(proof) as Proof
  } catch {
    return null
  }
}
