import type { Tx } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import { systemContext } from '../../people/actors.ts'
import type { StoredRow } from '../../tables/rows.ts'
import { noteChange, type WrittenState } from './note-change.ts'
import { siteRollups } from './site-rollups.ts'
import { Touched } from './touched.ts'
import { workOutTouched } from './work-out.ts'

const touchedIn = new WeakMap<Tx, Touched>()

/** The roll-ups that a transaction makes old. They are worked out at its end, each once, and told as the caller's. */
export function touchedBy(engine: Engine, ctx: Context, tx: Tx): Touched {
  let touched = touchedIn.get(tx)
  if (!touched) {
    const made = new Touched()
    touched = made
    touchedIn.set(tx, made)
    tx.beforeCommit(() => workOutTouched({ engine, ctx, tx }, made))
  }
  return touched
}

/** Whether a write of this entity can make a roll-up old. */
export function concernsRollups(engine: Engine, model: Model): boolean {
  const { over, of } = siteRollups(engine)
  return over.has(model.id) || of.has(model.id)
}

/** As `noteChange`, for a write of a person or the server. */
export function noteWrite(
  { engine, ctx, tx }: { engine: Engine; ctx: Context; tx: Tx },
  model: Model,
  before: WrittenState | undefined,
  after: WrittenState | undefined,
): void {
  if (concernsRollups(engine, model)) noteChange(engine, touchedBy(engine, ctx, tx), model, before, after)
}

/** Notes that all roll-ups of a record are to be worked out: it came back, or is called otherwise. */
export function touchOwn(engine: Engine, ctx: Context, tx: Tx, model: Model, id: string): void {
  for (const { field } of siteRollups(engine).of.get(model.id) ?? []) {
    touchedBy(engine, ctx, tx).add(model.id, id, field.name)
  }
}

/**
 * Notes the change of one stored row that the server makes beside the write of a record, such as a link that follows a
 * new id; also of a row of a table, whose record is then read.
 */
export async function noteRow(
  engine: Engine,
  tx: Tx,
  model: Model,
  before: Readonly<StoredRow>,
  after: Readonly<StoredRow>,
): Promise<void> {
  if (siteRollups(engine).over.size === 0) return
  const write = { engine, ctx: systemContext(engine), tx }
  if (model.kind !== 'Table') {
    noteWrite(write, model, { row: before, tables: {} }, { row: after, tables: {} })
    return
  }
  const parent = engine.models.get(String(before.parent_entity))
  const row = parent && concernsRollups(engine, parent) ? await rowOf(engine, tx, parent, before) : undefined
  const table = String(before.parent_field)
  if (parent && row) {
    noteWrite(write, parent, { row, tables: { [table]: [before] } }, { row, tables: { [table]: [after] } })
  }
}

const rowOf = (engine: Engine, tx: Tx, parent: Model, row: Readonly<StoredRow>) =>
  engine.rows(parent).byId(tx, String(row.parent))
