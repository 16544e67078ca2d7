import { type Change, type Context, type Engine, find, type StoredRow, updateIn } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import { readProjectAccess, rowsIn } from '../../project-access.ts'
import type { SessionEndings } from '../session-endings.ts'
import { isLevel, levels, reaches } from './levels.ts'

/** Gives a person who is named more than once the highest of their levels, in the place of the first. */
export function tidyAccess({ tables }: Pick<Change, 'tables'>): void {
  const rows = tables.access
  if (!rows) return
  const byUser = new Map<unknown, StoredRow>()
  for (const row of rows) {
    const known = byUser.get(row.user)
    if (!known) byUser.set(row.user, row)
    else if (rank(row.level) > rank(known.level)) known.level = row.level ?? null
  }
  if (byUser.size < rows.length) tables.access = [...byUser.values()].map((row, at) => ({ ...row, idx: at + 1 }))
}

const rank = (level: unknown) => (isLevel(level) ? levels.indexOf(level) : -1)

/** Ends the sessions at the project of everyone whom this change takes the way into it. */
export async function endLostSessionsIn(
  endings: Pick<SessionEndings, 'endSessionsAtIn'>,
  { engine, tx, id, before, tables }: Change,
): Promise<void> {
  const mayEnter = (row: StoredRow) => isLevel(row.level) && reaches(row.level, 'Design')
  const kept = new Set(
    rowsIn(tables.access)
      .filter(mayEnter)
      .map(({ user }) => user),
  )
  for (const { user } of rowsIn(before?.access).filter(mayEnter)) {
    if (kept.has(user)) continue
    const row = await engine.rows(engine.models.require('User')).byId(tx, String(user))
    // Operators enter every project.
    if (row && (await readProjectAccess(engine, tx, row)) < 2) await endings.endSessionsAtIn(tx, String(user), id)
  }
}

/** Takes a person who is deleted out of the access of every project. */
export async function forgetAccessIn(engine: Engine, ctx: Context, tx: Tx, user: string): Promise<void> {
  const held = await find(engine, 'Project Access', { where: { user }, fields: ['parent'], reader: tx })
  for (const project of new Set(held.map(({ parent }) => String(parent))))
    await setAccessIn(engine, ctx, tx, project, { user })
}

/** Gives a person this level on a project, or none. */
export async function setAccessIn(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  project: string,
  { user, level }: { user: string; level?: string },
): Promise<void> {
  const rows = engine.rows(engine.models.require('Project Access'))
  const held = await rows.children(tx, 'Project', project, 'access')
  const others = held
    .filter((row) => row.user !== user)
    .map(({ id, user: other, level: theirs }) => ({ id, user: other, level: theirs }))
  const own = held.find((row) => row.user === user)
  const access = level === undefined ? others : [...others, { ...(own && { id: own.id }), user, level }]
  await updateIn(engine, { ...ctx, system: true }, tx, 'Project', project, { access })
}
