import { type MessageArg, Problem } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { namesEntityInOptions } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import { removeRecord } from '../writing/delete.ts'
import { inUseProblem } from '../writing/in-use.ts'

/**
 * Removes all links to the records of an entity type that is about to be deleted, as if the records were deleted one by
 * one.
 * @throws Problem 409 LinkExistsError when a Dynamic Link refuses the deletion
 */
export async function settleReferences(engine: Engine, ctx: Context, tx: Tx, model: Model): Promise<void> {
  for (const link of engine.models.incoming(model.id).filter(({ dynamic }) => dynamic)) {
    const naming = targetField(link.model, link.field)
    if (!naming || link.model.id === model.id) continue
    const table = sql.table(link.model.table.name)
    const here = sql`${column(naming.column)} = ${new Slot(0)} and ${column(link.field.column)} is not null`
    const inRow = link.model.kind === 'Table'
    const user = inRow ? sql`id, parent, parent_entity` : sql`id, id as parent, ${link.model.id} as parent_entity`
    const plan = new Plan(sql`select ${user} from ${table} where ${here}`)
    for (const found of await tx.all<{ id: string; parent: string; parent_entity: string }>(plan.with([model.id]))) {
      const what = link.field.whenTargetDeleted
      if (!what) {
        const holder = { entity: found.parent_entity, id: found.parent, fieldname: link.field.name }
        throw await inUseProblem(engine, ctx, { entity: 'Entity', id: model.id }, [holder], 1)
      }
      if (what === 'delete') await removeRecord(engine, { ...ctx, system: true }, tx, link.model, found.id, {})
      else {
        const rows = engine.rows(link.model)
        const row = await rows.byId(tx, found.id)
        const emptied = { ...row, [link.field.name]: null, [naming.name]: null }
        if (row) await rows.update(tx, row.rid, emptied, [link.field, naming])
      }
    }
    tx.afterCommit(() => engine.generations.bump(link.model.id))
  }
}

/** Deletes the rows of its Table fields, its table, and the system records about both. */
export async function dropStorage(engine: Engine, tx: Tx, model: Model): Promise<void> {
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) continue
    const rows = sql`delete from ${sql.table(child.table.name)} where parent_entity = ${new Slot(0)}`
    await tx.run(new Plan(rows).with([model.id]))
  }
  await engine.store.dialect.dropTable(tx, model.table.name)
  await tx.run(engine.system.forgetRetired.with([model.table.name]))
  await tx.run(engine.system.dropTable.with([model.id]))
}

/** @throws Problem 409 while the definition of another entity refers to this one */
export function refuseLinked(engine: Engine, id: string): void {
  for (const model of engine.models.all()) {
    const field = model.fields.find(({ rule, type }) => namesEntityInOptions(type) && rule.options === id)
    if (field && model.id !== id) throw inUse(id, model.id)
  }
}

function inUse(id: string, user: string): Problem {
  const args: MessageArg[] = [{ translate: 'Entity' }, id, { translate: 'Entity' }, user]
  const detail = { text: '{0} {1} cannot be deleted because {2} {3} uses it.', args }
  const links = [{ entity: 'Entity', id: user, fieldname: 'options' }]
  return new Problem(409, 'LinkExistsError', 'In Use', detail, { extra: { links } })
}
