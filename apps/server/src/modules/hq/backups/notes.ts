import type { Message } from '@tavla/contract'
import {
  announce,
  type Context,
  createIn,
  type Engine,
  find,
  setSilently,
  systemContext,
  updateIn,
} from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import type { Tx } from '../../../store/store.ts'
import { systemFor } from '../transitions.ts'
import { type Backup, type BackupType, backupsOf, readBackup } from './rows.ts'
import type { Subject } from './subject.ts'

/** Makes the record of a backup that begins now. */
export async function createBackup(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  { id, uid, project }: Subject,
  { type, store, note }: { type: BackupType; store: string; note: string | undefined },
): Promise<string> {
  const made = await createIn(engine, systemFor(ctx), tx, 'Backup', {
    project: project?.id ?? null,
    project_id: id,
    project_uid: uid,
    type,
    status: 'Under Way',
    taken_at: engine.clock.nowUtc(),
    store,
    note: note ?? null,
  })
  return String(made.row.id)
}

/** Changes HQ's own fields of a backup, and what its project says of its backups. */
export async function noteBackup(
  engine: Engine,
  ctx: Context,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await engine.store.write((tx) => updateIn(engine, systemFor(ctx), tx, 'Backup', id, values))
  await summarize(engine, await readBackup(engine, id))
}

/** Gives a project that is there again its backups, which let go of it when it was deleted. */
export async function linkBackups(engine: Engine, project: string, uid: string): Promise<void> {
  const found = await find(engine, 'Backup', { where: { project_uid: uid } })
  await engine.store.write(async (tx) => {
    for (const { id } of found) await setSilently(engine, tx, 'Backup', id, { project })
  })
  await summarize(engine, { project, uid })
}

/** The values of a backup that failed. */
export const failedWith = (error: Message) => ({ status: 'Failed', error: encodeSentence(error) })

/** Writes the state of the newest finished backup to the project. */
export async function summarize(engine: Engine, { project, uid }: Pick<Backup, 'project' | 'uid'>): Promise<void> {
  if (project === undefined) return
  const [newest] = await backupsOf(engine, uid, ['Stored', 'Proving', 'Proven', 'Failed'], 1)
  const [stored] = await backupsOf(engine, uid, ['Stored', 'Proving', 'Proven'], 1)
  const proven = await backupsOf(engine, uid, ['Proven'])
  // A clock that was ahead may have dated a proof later than now, which must not hide the later ones.
  const now = engine.clock.nowUtc()
  const proofs = proven.map(({ provenAt = '' }) => provenAt)
  const past = proofs.filter((at) => at <= now).toSorted()
  const lastProof = past.at(-1) ?? proofs[0]
  const state = newest?.status === 'Proving' ? 'Stored' : newest?.status
  await engine.store.write((tx) =>
    setQuietly(engine, tx, project, {
      backup_state: state ?? null,
      last_backup: stored?.takenAt ?? null,
      last_proof: lastProof ?? null,
    }),
  )
}

/**
 * Sets HQ's own notes on a project: the screens hear of it, but whoever edits the record meets no conflict, and the
 * history keeps what people did.
 */
export async function setQuietly(
  engine: Engine,
  tx: Tx,
  project: string,
  values: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const model = engine.models.require('Project')
  await setSilently(engine, tx, 'Project', project, values)
  const row = await engine.rows(model).byId(tx, project)
  const changed = model.fields.filter(({ name }) => name in values)
  if (row) announce(engine, systemContext(engine), tx, model, row, { action: 'updated', changed })
}
