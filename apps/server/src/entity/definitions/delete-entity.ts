import { type MessageArg, Problem } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { type Field, namesEntityInOptions } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { IncomingLink } from '../model/models.ts'
import { column, Plan, retiredRowsMark, Slot } from '../tables/plan.ts'
import type { Bin, Change } from '../types.ts'
import { removeRecord } from '../writing/delete.ts'
import { inUseProblem } from '../writing/in-use.ts'
import { linksOn } from '../writing/linking.ts'
import { dropRowsAside } from './rows-aside.ts'

/**
 * Removes all links to the records of an entity type that is about to be deleted, as if the records were deleted one by
 * one; the bin notes them for the type's return.
 * @throws Problem 409 LinkExistsError when a Dynamic Link refuses the deletion
 */
export async function settleReferences(change: Change, model: Model): Promise<void> {
  const { engine, tx, bin } = change
  for (const link of engine.models.incoming(model.id).filter(({ dynamic }) => dynamic)) {
    const naming = targetField(link.model, link.field)
    if (!naming || link.model.id === model.id || (bin && linksOn(link))) continue
    for (const found of await namingRows(tx, link, naming, model)) await settleOne(change, model, link, naming, found)
    tx.afterCommit(() => engine.generations.bump(link.model.id))
  }
}

/** A row that names a record of the deleted type. */
interface NamingRow {
  id: string
  target: string
  parent: string
  parent_entity: string
}

function namingRows(tx: Tx, link: IncomingLink, naming: Field, model: Model): Promise<NamingRow[]> {
  const isLive = link.model.kind === 'Table' ? sql`and parent_field not like ${`${retiredRowsMark}%`}` : sql``
  const holder =
    link.model.kind === 'Table' ? sql`parent, parent_entity` : sql`id as parent, ${link.model.id} as parent_entity`
  const plan = new Plan(sql`select id, ${column(link.field.column)} as target, ${holder}
    from ${sql.table(link.model.table.name)}
    where ${column(naming.column)} = ${new Slot(0)} and ${column(link.field.column)} is not null ${isLive}`)
  return tx.all<NamingRow>(plan.with([model.id]))
}

async function settleOne(
  { engine, ctx, tx, bin }: Change,
  model: Model,
  link: IncomingLink,
  naming: Field,
  { id, target, parent, parent_entity }: NamingRow,
): Promise<void> {
  const what = link.field.whenTargetDeleted
  if (!what) {
    const holder = { entity: parent_entity, id: parent, fieldname: link.field.name }
    throw await inUseProblem(engine, ctx, { entity: 'Entity', id: model.id }, [holder], 1)
  }
  const rows = engine.rows(link.model)
  // A record that went with another one is gone already.
  const row = await rows.byId(tx, id)
  if (!row) return
  if (what === 'delete') {
    bin?.count(link.model.id)
    await removeRecord(engine, { ...ctx, system: true }, tx, link.model, id, { isFinal: !bin, bin })
    return
  }
  bin?.letGo(link, model, [[id, target]])
  await rows.update(tx, row.rid, { ...row, [link.field.name]: null, [naming.name]: null }, [link.field, naming])
}

/** Deletes the rows of its Table fields, its table, and the system records about both. */
export async function dropStorage(engine: Engine, tx: Tx, model: Model): Promise<void> {
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) continue
    const rows = sql`delete from ${sql.table(child.table.name)} where parent_entity = ${new Slot(0)}`
    await tx.run(new Plan(rows).with([model.id]))
  }
  await dropTable(engine, tx, model.table.name)
  await tx.run(engine.system.dropTable.with([model.id]))
}

/** Notes its table for the trash; no entity has it any more (reference: metadata, Deleting an entity). */
export async function keepStorage(engine: Engine, tx: Tx, model: Model, bin: Bin): Promise<void> {
  const entities: Record<string, string> = {}
  const note = (entity: string) => {
    const table = engine.models.definition(entity)?.table
    if (table !== undefined) entities[entity] = table
  }
  for (const { rule, type } of model.fields) if (namesEntityInOptions(type) && rule.options) note(rule.options)
  for (const field of fieldsNamingEntities(model)) {
    const name = column(field.column)
    const named = sql<{ entity: string }>`select distinct ${name} as entity from ${sql.table(model.table.name)}
      where ${name} is not null`
    for (const { entity } of await tx.all(named)) note(entity)
  }
  const secrets = model.stored.filter(({ kind }) => kind === 'secret').map((field) => field.column)
  bin.addTable({ kind: 'table', table: model.table.name, secrets, entities })
  await tx.run(engine.system.dropTable.with([model.id]))
}

/** The fields whose values are entities: links to definitions, and those that tell where a Dynamic Link leads. */
export function fieldsNamingEntities(model: Model): Field[] {
  const ofLinks = model.links.flatMap((link) => targetField(model, link) ?? [])
  const toEntities = model.links.filter(({ type, rule }) => type.links === 'options' && rule.options === 'Entity')
  return [...new Set([...ofLinks, ...toEntities])].filter(({ system }) => !system)
}

/** Erases the table of an entity in the trash, and the rows of its records that are kept elsewhere. */
export async function purgeTable(engine: Engine, tx: Tx, table: string): Promise<void> {
  await dropRowsAside(engine, tx, table)
  await dropTable(engine, tx, table)
}

async function dropTable(engine: Engine, tx: Tx, table: string): Promise<void> {
  await engine.store.dialect.dropTable(tx, table)
  await tx.run(engine.system.forgetRetired.with([table]))
}

/** @throws Problem 409 while the definition of another entity refers to this one */
export function refuseLinked(engine: Engine, id: string): void {
  for (const model of engine.models.all()) {
    const field = model.fields.find(({ rule, type }) => namesEntityInOptions(type) && rule.options === id)
    if (field && model.id !== id) throw inUse(id, model.id, 'options')
    const isRolledUp = model.fields.some(({ definition }) => definition.rollup?.entity === id)
    if (isRolledUp && model.id !== id) throw inUse(id, model.id, 'rollup')
  }
}

function inUse(id: string, user: string, fieldname: string): Problem {
  const args: MessageArg[] = [{ translate: 'Entity' }, id, { translate: 'Entity' }, user]
  const detail = { text: '{0} {1} cannot be deleted because {2} {3} uses it.', args }
  const links = [{ entity: 'Entity', id: user, fieldname }]
  return new Problem(409, 'LinkExistsError', 'In Use', detail, { extra: { links } })
}
