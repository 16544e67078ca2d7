import { invalid, limits, notPermitted, Problem, textOf } from '@tavla/contract'
import {
  type Change,
  decide,
  type Engine,
  isReadable,
  type Model,
  requireOwnership,
  requireReference,
  type StoredRow,
  titleText,
} from '../../entity/index.ts'
import type { Tx } from '../../store/store.ts'

/** The two fields of a note, an assignment and the like that name the record it is about. */
export const referenceFields = ['reference_entity', 'reference_id'] as const

/** The record that something is about, as stored. */
export interface About {
  model: Model
  row: StoredRow
  id: string
  /** The title, as far as everybody who reads the record may know it; otherwise the id. */
  title: string
}

/** A record that names another one. */
type Referring = Readonly<Record<string, unknown>>

/** A new one is about a record that its writer may read; afterwards it stays about that record. */
export async function settleReference(change: Change): Promise<void> {
  const { before, after } = change
  if (!before) return requireReference(change, ...referenceFields)
  for (const name of referenceFields) after[name] = before[name] as string
}

/**
 * The record, locked against other writers until the commit, so that two calls at once count what is about it one after
 * the other. Undefined when it is gone.
 */
export async function lockAbout(engine: Engine, tx: Tx, referring: Referring): Promise<About | undefined> {
  const model = engine.models.get(textOf(referring.reference_entity))
  if (!model || model.kind === 'Table') return undefined
  const row = await engine.rows(model).byIdLocked(tx, textOf(referring.reference_id))
  return row && aboutOf(engine, model, row)
}

/** The record with its title. */
export function aboutOf(engine: Engine, model: Model, row: StoredRow): About {
  const { titleField: field } = model
  const isOpen = field && field.permlevel === 0 && field.kind !== 'secret'
  const id = String(row.id)
  const title = (isOpen && titleText(engine, field, row[field.name])) || id
  return { model, row, id, title: title.slice(0, limits.dataLength) }
}

/**
 * Puts back the fields that the writer may not change, so that a record can be sent back whole.
 * @throws Problem 403 when nothing else was sent
 */
export function ignoreClosed({ model, before, after, ctx, sent }: Change, isOpen: (name: string) => boolean): void {
  if (!before || ctx.system) return
  const changed = model.stored.filter(({ name }) => (after[name] ?? null) !== (before[name] ?? null))
  const closed = changed.filter(({ name }) => !isOpen(name))
  for (const { name } of closed) after[name] = (before[name] ?? null) as string | number | null
  const isTableSent = model.tables.some(({ name }) => name in sent)
  if (closed.length > 0 && closed.length === changed.length && !isTableSent) throw notPermitted('write', model.id)
}

/** Whether the caller may change the record (reference: metadata, Permission rule). */
export async function mayWrite({ engine, ctx, tx }: Calling, { model, row, id }: About): Promise<boolean> {
  if (ctx.system) return true
  if (!decide(engine, ctx, model.id, 'write').allowed || !(await isReadable(engine, ctx, tx, model.id, id)))
    return false
  try {
    requireOwnership(engine, ctx, model, 'write', row)
    engine.behaviours.get(model.id)?.guard?.('write', ctx, row)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

type Calling = Pick<Change, 'engine' | 'ctx' | 'tx'>

/** Conditions on the rows that are about the record. */
export const aboutIt = ({ model, id }: About) => ({ reference_id: id, reference_entity: model.id })

/** The refusal of what would be one too many. */
export const tooMany = (most: number) => invalid('There are too many already (maximum {0}).', [most])
