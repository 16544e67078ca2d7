import type { Reader } from '../../store/store.ts'
import { moveEntity } from '../definitions/rename-entity.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Context } from '../people/actor.ts'
import { readTables } from '../reading/read.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { removeRecord } from '../writing/delete.ts'
import type { Body } from '../writing/parse-body.ts'
import { createIn, updateIn } from '../writing/write.ts'
import type { Draft } from './draft.ts'
import { type ItemChange, type ItemValue, rowsIn, rulesKind } from './item.ts'
import { kindsOf } from './kinds.ts'
import { carriedFields } from './read-items.ts'

/** How much of an item is put: `bare` leaves out what names others, `plain` what reads others. */
export type Extent = 'whole' | 'plain' | 'bare'

/** Where the definitions are read. */
export interface Standing {
  engine: Engine
  tx: Reader
}

/**
 * Carries out one step by the ordinary way of a write, in the draft's transaction. `isConfirmed`: data may be lost.
 * @throws Problem as the write
 */
export async function putItem(
  draft: Draft,
  ctx: Context,
  step: ItemChange,
  isConfirmed: boolean,
  extent: Extent = 'whole',
): Promise<void> {
  const { engine, tx } = draft
  const { kind, id, change, after } = step
  const isDefinition = kind === 'Entity' || kind === rulesKind
  const entity = isDefinition ? 'Entity' : kind
  const sent = isConfirmed ? { confirm_data_loss: 1 } : {}
  // Rows keep the ids that they have in the other site.
  const restoring = { ...ctx, restores: true }
  if (change === 'remove' || after === null) {
    await removeRecord(engine, ctx, tx, engine.models.require(entity), id, { sent })
  } else if (change === 'add') {
    await createIn(engine, restoring, tx, entity, { ...(await bodyOf(draft, step, after, extent)), id })
  } else {
    if (change === 'rename' && step.from !== undefined) {
      await moveEntity(engine, ctx, tx, step.from, id)
      await draft.refresh()
    }
    await updateIn(engine, restoring, tx, entity, id, { ...(await bodyOf(draft, step, after, extent)), ...sent })
  }
  if (isDefinition) await draft.refresh()
}

/** The write that makes a record, as it stands there, what the item says. */
export async function bodyOf(
  at: Standing,
  { kind, id }: Pick<ItemChange, 'kind' | 'id'>,
  value: ItemValue,
  extent: Extent,
): Promise<Body> {
  const { engine } = at
  if (kind === rulesKind) return rulesBody(at, id, value)
  const model = engine.models.require(kind)
  if (extent === 'bare') return bareBody(value)
  const body: Record<string, unknown> = withBlanks(carriedFields(model), value)
  for (const field of model.tables) {
    const child = engine.models.require(field.rule.options ?? '')
    const rows = rowsIn(value, field.name)
    const isPlain = extent === 'plain' && field.name === 'fields'
    body[field.name] = rows.map((row) => withBlanks(carriedFields(child), isPlain ? plainRow(row) : row, ['id']))
  }
  if (extent === 'plain') delete body.transitions
  for (const link of model.links) {
    if (typeof body[link.name] === 'string' && !(await mayStay(at, link, String(body[link.name])))) {
      body[link.name] = null
    }
  }
  return body
}

/** A link to what is no definition stays only where the site has its target. */
async function mayStay({ engine, tx }: Standing, link: Field, target: string): Promise<boolean> {
  const options = link.rule.options ?? ''
  const isCarried = options === 'Entity' || kindsOf(engine).some(({ id }) => id === options)
  if (isCarried || link.type.links !== 'options') return true
  const targets = engine.models.get(options)
  return targets !== undefined && (await engine.rows(targets).exists(tx, target))
}

/** An item leaves out what is blank, and the write has to say so. */
function withBlanks(
  fields: readonly Field[],
  value: ItemValue,
  others: readonly string[] = [],
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name, kind } of fields) {
    const blank = kind === 'flag' || kind === 'integer' || kind === 'decimal' ? 0 : null
    body[name] = value[name] ?? blank
  }
  for (const name of others) if (value[name] !== undefined) body[name] = value[name]
  return body
}

/** Enough of a new entity for others to name it. */
function bareBody(value: ItemValue): Body {
  const fields = rowsIn(value, 'fields')
  const plain = fields.filter(({ fieldtype }) => fieldtype === 'Data' || fieldtype === 'Int')
  return {
    module: value.module,
    type: value.type ?? 'Document',
    permissions: rowsIn(value, 'permissions'),
    fields: plain.map(({ id, fieldname, label, fieldtype }) => ({ id, fieldname, label, fieldtype })),
  }
}

const plainRow = (row: Readonly<Record<string, unknown>>): ItemValue => {
  const { fetch_from, formula, rollup, depends_on, mandatory_depends_on, read_only_depends_on, ...plain } = row
  return plain
}

/** Rules and labels alone, put onto the rows that the site has. */
async function rulesBody({ engine, tx }: Standing, id: string, value: ItemValue): Promise<Body> {
  const tables: StoredTables = await readTables(engine, tx, engine.models.require('Entity'), id)
  const labels = (value.labels ?? {}) as Readonly<Record<string, unknown>>
  const given = new Map(engine.builtIns.get(id)?.fields.map((field) => [field.fieldname, field.label]))
  const rules = carriedFields(engine.models.require('Entity Permission'))
  const free = [...(tables.permissions ?? [])]
  return {
    fields: (tables.fields ?? []).map((row) => {
      const name = String(row.fieldname)
      const label = labels[name] ?? given.get(name) ?? row.label
      return { id: row.id, label }
    }),
    permissions: rowsIn(value, 'permissions').map((rule) => {
      const at = free.findIndex((row) => isSameRule(row, rule))
      const [known] = at < 0 ? [] : free.splice(at, 1)
      return { ...withBlanks(rules, rule), ...(known && { id: known.id }) }
    }),
  }
}

const isSameRule = (row: StoredRow, rule: ItemValue) =>
  row.role === rule.role &&
  Number(row.permlevel ?? 0) === Number(rule.permlevel ?? 0) &&
  Number(row.if_owner ?? 0) === Number(rule.if_owner ?? 0)
