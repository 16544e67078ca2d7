import type { RelatedEntry } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { IncomingLink } from '../model/models.ts'
import type { Context } from '../people/actor.ts'
import { canWriteField, rightsOf } from '../people/permissions.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'
import type { RowsFilter } from '../types.ts'
import { isOnRows } from './filter-kinds.ts'
import { countOpenWithin, countRecords, dependsOn } from './list-count.ts'
import { isFilterable } from './list-query.ts'
import { whereOf } from './list-where.ts'
import { findVisible, openEntity } from './read.ts'
import { byIndex } from './search.ts'
import { shapeOf, valuesOf, type WhereClause } from './where.ts'

const parentPlans = new Plans()

/** A field of an entity through which its records point at others: its own, or one of the rows of a table. */
interface Pointer {
  model: Model
  /** The Table field; undefined for a link of the record itself. */
  table: Field | undefined
  field: Field
  /** The field that names the entity, for a Dynamic Link. */
  naming: Field | undefined
}

/**
 * The entities whose records point at this one, with the numbers of those that the caller may see, the largest first
 * (reference: http-api, Related records).
 * @throws Problem 403, 404, 417
 */
export function relatedRecords(engine: Engine, ctx: Context, entity: string, id: string): Promise<RelatedEntry[]> {
  return readRecords(engine, async () => {
    const model = openEntity(engine, ctx, entity, 'read')
    const row = await findVisible(engine, ctx, model, id, engine.store)
    engine.behaviours.get(model.id)?.guard?.('read', ctx, row)
    const shown = engine.models
      .incoming(model.id)
      .flatMap((link) => pointersOf(engine, link))
      .filter((pointer) => isShown(engine, ctx, pointer))
    const found = await Promise.all(shown.map((pointer) => entryOf(engine, ctx, pointer, model.id, String(row.id))))
    return found.toSorted((a, b) => b.count - a.count || compare(a.entity, b.entity))
  })
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function pointersOf(engine: Engine, { model, field, dynamic }: IncomingLink): Pointer[] {
  const naming = dynamic ? targetField(model, field) : undefined
  if (model.kind === 'Document') return dynamic && !naming ? [] : [{ model, table: undefined, field, naming }]
  // Two conditions on the rows of a table may hold for two rows, so none asks for a Dynamic Link with its entity.
  if (model.kind !== 'Table' || dynamic) return []
  const parents = engine.models.parentsOf(model.id).filter((parent) => parent.model.kind === 'Document')
  return parents.map((parent) => ({ model: parent.model, table: parent.field, field, naming: undefined }))
}

function isShown(engine: Engine, ctx: Context, { model, table, field, naming }: Pointer): boolean {
  const hidden = [field, table].some((one) => one?.definition.hide_related === 1 || one?.system)
  if (hidden || model.app === 'platform' || model.app === 'hq') return false
  if (!ctx.system && rightsOf(engine, ctx.actor, model).read === 'none') return false
  const isNamed = isFilterable(engine, ctx, model.id)
  return isNamed(nameOf(table, field)) && (!naming || isNamed(naming.name))
}

const nameOf = (table: Field | undefined, field: Field) => (table ? `${table.name}.${field.name}` : field.name)

async function entryOf(
  engine: Engine,
  ctx: Context,
  { model, table, field, naming }: Pointer,
  target: string,
  id: string,
): Promise<RelatedEntry> {
  const name = nameOf(table, field)
  const filters = [[name, '=', id], ...(naming ? [[naming.name, '=', target]] : [])]
  const where = whereOf(engine, ctx, model, { filters })
  const rights = rightsOf(engine, ctx.actor, model)
  const mayFill = (one: Field | undefined) => !one || (!one.readOnly && canWriteField(rights, one, true))
  const canCreate = rights.create === 'all' && [table, field, naming].every(mayFill)
  const count = await countPointing(engine, ctx, model, where)
  return {
    entity: model.id,
    field: name,
    label: model.id,
    field_label: field.rule.label,
    icon: model.definition.icon ?? null,
    count,
    open_communications: count > 0 ? await countOpenWithin(engine, ctx, model, where) : 0,
    can_create: canCreate ? 1 : 0,
  }
}

async function countPointing(engine: Engine, ctx: Context, model: Model, where: WhereClause): Promise<number> {
  const reader = await readerFor(engine, model)
  const [first, ...more] = where.all
  if (first && isOnRows(first) && more.length === 0 && !where.visibility.condition) {
    return countParents(engine, ctx, model, where, first)
  }
  return countRecords(engine, ctx, model, where, { reader, by: byIndex, order: [] })
}

/** The records that one link in their rows finds, counted among the rows alone, which have an index of it. */
function countParents(
  engine: Engine,
  ctx: Context,
  model: Model,
  where: WhereClause,
  { table, rows, row }: RowsFilter,
) {
  const values = valuesOf(engine, ctx.actor.user, where, byIndex)
  const shape = `${model.id}|${shapeOf(where, byIndex)}`
  return engine.counts.get(
    `parents|${engine.models.generation}|${shape}|${JSON.stringify(values)}`,
    dependsOn(model, where),
    async () => {
      const plan = parentPlans.of(engine, shape, () => {
        const isIt =
          'field' in row && 'column' in row.field ? sql`${sql.id(row.field.column)} = ${new Slot(1)}` : sql`1 = 0`
        return sql`select count(distinct parent) as n from ${sql.table(rows.table.name)}
        where parent_entity = ${model.id} and parent_field = ${table.name} and ${isIt}`
      })
      const reader = await readerFor(engine, model)
      return (await reader.get<{ n: number }>(plan.with(values)))?.n ?? 0
    },
  )
}
