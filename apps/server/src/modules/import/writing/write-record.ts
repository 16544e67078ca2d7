import { notUnique, Problem } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Context, createIn, find, type StoredRow, updateIn } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import type { Fate, PlanLine } from '../plan.ts'
import { type Importing, linkKey } from './memory.ts'
import type { LineProblem, NewLink, Prepared } from './prepare.ts'

/** A record as it was written, and its values before. */
export interface WrittenRecord {
  id: string
  outcome: Fate['outcome']
  before: Record<string, unknown> | undefined
}

/** Records that were made for links in one transaction, by `entity text`. */
export type MadeLinks = Map<string, string>

/** Writes one record the way of every write, in the caller's savepoint. @throws Problem when it is refused */
export async function writeRecord(
  importing: Importing,
  ctx: Context,
  tx: Tx,
  prepared: Prepared,
  made: MadeLinks,
): Promise<WrittenRecord> {
  const { engine, model } = importing
  for (const link of prepared.newLinks) link.into[link.field.name] = await makeLinked(importing, ctx, tx, link, made)
  const { id, body } = prepared
  if (id === undefined) {
    const { row } = await createIn(engine, { ...ctx, imports: true }, tx, model.id, body)
    return { id: String(row.id), outcome: 'create', before: undefined }
  }
  const names = Object.keys(body).filter((name) => (model.byName.get(name)?.kind ?? 'table') !== 'table')
  const [stored] = await find(engine, model.id, { where: { id }, fields: names, reader: tx })
  await keepRowIds(importing, tx, id, body)
  const { row, written } = await updateIn(engine, ctx, tx, model.id, id, body)
  const outcome = written ? 'update' : 'unchanged'
  return { id: String(row.id), outcome, before: written && stored ? changedOf(names, stored, row) : undefined }
}

/** The former values of the fields that differ now. */
function changedOf(
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<StoredRow>,
): Record<string, unknown> {
  const changed = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}

/** Rows take the places of the rows before, so that what is the same stays the same. */
async function keepRowIds({ engine, model }: Importing, tx: Tx, id: string, body: Prepared['body']): Promise<void> {
  for (const field of model.tables) {
    const rows = body[field.name]
    if (!Array.isArray(rows) || !field.rule.options) continue
    const where = { parent: id, parent_entity: model.id, parent_field: field.name }
    const old = await find(engine, field.rule.options, { where, order: 'made', reader: tx })
    body[field.name] = rows.map((row: Record<string, unknown>, at) => ({ ...row, id: old[at]?.id }))
  }
}

async function makeLinked(
  { engine, memory }: Importing,
  ctx: Context,
  tx: Tx,
  { entity, text, field }: NewLink,
  made: MadeLinks,
): Promise<string> {
  const key = linkKey(entity, text)
  const known = memory.links.get(key)?.[0] ?? made.get(key)
  if (known !== undefined) return known
  const { titleField } = engine.models.require(entity)
  try {
    const named = titleField && titleField.name !== 'id' ? { [titleField.name]: text } : { id: text }
    const { row } = await createIn(engine, ctx, tx, entity, named)
    made.set(key, String(row.id))
    return String(row.id)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem(error.status, error.type, error.title, error.detail, {
      errors: [{ fieldname: field.name, message: error.detail }],
    })
  }
}

/** The faults of a refused write, at the lines and targets that caused them. */
export function problemsOf(problem: Problem, { lines, rowLines }: Prepared): LineProblem[] {
  const [first] = lines as [PlanLine]
  const errors = problem.errors ?? [{ fieldname: '', message: problem.detail }]
  return errors.map(({ fieldname, message, row, row_fieldname }) => {
    const line = typeof row === 'number' ? rowLines[fieldname]?.[row - 1] : undefined
    if (line === undefined) return { row: first.row, target: fieldname, message }
    const { prefix: _, ...plain } = message
    return { row: line, target: `${fieldname}.${String(row_fieldname)}`, message: plain }
  })
}

/** Refuses values that an earlier line of the file takes, which a rolled-back trial no longer holds. */
export function takenInFile({ model, memory }: Importing, { lines, body, id }: Prepared): LineProblem[] {
  const [first] = lines as [PlanLine]
  return uniqueValues(model, body).flatMap(({ name, label, value }) => {
    const line = memory.unique.get(`${name} ${fold(value)}`)
    if (line === undefined || line === first.row || (name === 'id' && id !== undefined)) return []
    return [{ row: first.row, target: name, message: notUnique(name, label, value).detail }]
  })
}

/** Notes the unique values of a record that would be written. */
export function noteUnique({ model, memory }: Importing, { lines, body }: Prepared): void {
  const [first] = lines as [PlanLine]
  for (const { name, value } of uniqueValues(model, body)) memory.unique.set(`${name} ${fold(value)}`, first.row)
}

function uniqueValues(model: Importing['model'], body: Prepared['body']) {
  return uniqueNames(model).flatMap((name) => {
    const value = body[name]
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return [{ name, label: model.byName.get(name)?.rule.label ?? name, value: String(value).trim() }]
  })
}

const knownNames = new WeakMap<Importing['model'], readonly string[]>()

/** The fields of which no two records have the same value. */
function uniqueNames(model: Importing['model']): readonly string[] {
  const known = knownNames.get(model)
  if (known) return known
  const { naming_rule, naming_value } = model.definition
  const fields = model.stored.filter(({ meta }) => meta.unique === 1).map(({ name }) => name)
  const names = [...new Set(['id', ...(naming_rule === 'Field' && naming_value ? [naming_value] : []), ...fields])]
  knownNames.set(model, names)
  return names
}
