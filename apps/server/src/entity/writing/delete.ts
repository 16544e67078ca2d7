import { invalid } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { type Model, targetField } from '../model/model.ts'
import type { IncomingLink } from '../model/models.ts'
import type { Context } from '../people/actor.ts'
import { readTables, requireOwnership } from '../reading/read.ts'
import { and, column, Plan, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { Change } from '../types.ts'
import { announce } from './announce.ts'
import { inUseProblem, type LinkingRecord } from './in-use.ts'
import { lockVisible } from './lock-visible.ts'
import type { Body } from './parse-body.ts'
import { differenceOf, writeVersion } from './versions.ts'

const usersPlans = new Plans()
const userCountPlans = new Plans()
const unlinkPlans = new Plans()

/**
 * Deletes a record with its rows; the only function that does. A link to the record refuses the deletion, is emptied,
 * or has its own record deleted, too.
 */
export async function removeRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  sent: Body,
): Promise<{ row: StoredRow; tables: StoredTables }> {
  if (model.kind === 'Settings') throw invalid('{0} cannot be deleted', [{ translate: model.id }])
  const row = await lockVisible(engine, ctx, tx, model, id, 'delete')
  const behaviour = engine.behaviours.get(model.id)
  behaviour?.guard?.('delete', ctx, row)
  requireOwnership(engine, ctx, model, 'delete', row)
  const tables = await readTables(engine, tx, model, id)
  // The files and messages that go along are not records of their own to the operation.
  const inner = { ...ctx, isPart: true }
  const change: Change = {
    engine,
    model,
    ctx: inner,
    action: 'delete',
    tx,
    id,
    before: { ...row, ...tables },
    after: {},
    tables: {},
    sent,
    isRefused: () => false,
    reject: (_, { text, args }) => {
      throw invalid(text, args)
    },
    require: (fieldname) => {
      throw invalid('{0} is required', [{ translate: model.byName.get(fieldname)?.rule.label ?? fieldname }])
    },
    vouchFor: () => {},
    afterCommit: (run) => tx.afterCommit(run),
  }
  await behaviour?.beforeDelete?.(change)
  await settleLinks(engine, inner, tx, model, id)
  for (const field of model.tables) {
    const rows = engine.rows(engine.models.require(field.rule.options ?? ''))
    for (const item of tables[field.name] ?? []) await rows.remove(tx, Number(item.rid))
  }
  await engine.rows(model).remove(tx, row.rid)
  await writeVersion(engine, ctx, tx, {
    model,
    id,
    action: 'Deleted',
    data: differenceOf(engine, model, { row, tables }, undefined),
  })
  await behaviour?.afterDelete?.(change)
  announce(engine, ctx, tx, model, row, { action: 'deleted' })
  return { row, tables }
}

/** @throws Problem 409 LinkExistsError when a link refuses the deletion */
async function settleLinks(engine: Engine, ctx: Context, tx: Tx, model: Model, id: string): Promise<void> {
  const holding: LinkingRecord[] = []
  let total = 0
  for (const link of engine.models.incoming(model.id)) {
    if (link.field.system) continue
    const what = link.field.whenTargetDeleted
    if (what === 'unlink') await unlink(engine, tx, model, link, id)
    else {
      const users = await usersOf(engine, tx, model, link, id)
      if (what === 'delete') {
        for (const user of users) await removeRecord(engine, { ...ctx, system: true }, tx, link.model, user.id, {})
      } else {
        const others = users.filter((user) => user.entity !== model.id || user.id !== id)
        holding.push(...others.map((user) => ({ ...user, fieldname: link.field.name })))
        const isSome = users.length === maxLinksRead
        total += isSome ? await countUsers(engine, tx, model, link, id) : others.length
      }
    }
  }
  if (holding.length > 0) throw await inUseProblem(engine, ctx, { entity: model.id, id }, holding, total)
}

/** Maximum number of linking records that are read for each link. */
const maxLinksRead = 100

/** Records that link here; for a link in a table row, the record that contains the row. */
async function usersOf(
  engine: Engine,
  tx: Tx,
  model: Model,
  link: IncomingLink,
  id: string,
): Promise<{ entity: string; id: string }[]> {
  const inRow = link.model.kind === 'Table'
  const plan = usersPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    const user = inRow ? sql`parent as id, parent_entity as entity` : sql`id, ${link.model.id} as entity`
    const table = sql.table(link.model.table.name)
    const limit = link.field.whenTargetDeleted === 'delete' ? sql`` : sql`limit ${sql.lit(maxLinksRead)}`
    return sql`select ${user} from ${table} where ${pointsHere(link)} ${limit}`
  })
  return tx.all<{ entity: string; id: string }>(plan.with([id, model.id]))
}

async function countUsers(engine: Engine, tx: Tx, model: Model, link: IncomingLink, id: string): Promise<number> {
  const plan = userCountPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    const table = sql.table(link.model.table.name)
    const user = link.model.kind === 'Table' ? sql`distinct parent` : sql`*`
    return sql`select count(${user}) as n from ${table} where ${pointsHere(link)}`
  })
  return Number((await tx.get<{ n: number }>(plan.with([id, model.id])))?.n ?? 0)
}

async function unlink(engine: Engine, tx: Tx, model: Model, link: IncomingLink, id: string): Promise<void> {
  if (link.model.table.search.length > 0) return unlinkIndexed(engine, tx, model, link, id)
  const plan = unlinkPlans.of(engine, `${link.model.id}|${link.field.name}`, () => {
    const naming = targetField(link.model, link.field)
    const emptied = [link.field, ...(naming ? [naming] : [])].flatMap((field) =>
      [field.column, field.fold].filter(Boolean).map((name) => sql`${column(name)} = null`),
    )
    const table = sql.table(link.model.table.name)
    return sql`update ${table} set ${sql.join(emptied)} where ${pointsHere(link)}`
  })
  if ((await tx.run(plan.with([id, model.id]))) > 0) tx.afterCommit(() => engine.generations.bump(link.model.id))
}

/** As `unlink`, row by row, so that the search index drops the link, too. */
async function unlinkIndexed(engine: Engine, tx: Tx, model: Model, link: IncomingLink, id: string): Promise<void> {
  const naming = targetField(link.model, link.field)
  const emptied = [link.field, ...(naming ? [naming] : [])]
  const select = sql`select id from ${sql.table(link.model.table.name)} where ${pointsHere(link)}`
  const users = await tx.all<{ id: string }>(new Plan(select).with([id, model.id]))
  const rows = engine.rows(link.model)
  for (const user of users) {
    const row = await rows.byId(tx, user.id)
    const blank = Object.fromEntries(emptied.map((field) => [field.name, null]))
    if (row) await rows.update(tx, row.rid, { ...row, ...blank }, emptied)
  }
  if (users.length > 0) tx.afterCommit(() => engine.generations.bump(link.model.id))
}

/** Slot 0 is the id, slot 1 the entity that a Dynamic Link must name. */
function pointsHere({ model, field, dynamic }: IncomingLink) {
  const it = sql`${column(field.column)} = ${new Slot(0)}`
  const naming = dynamic ? targetField(model, field) : undefined
  return naming ? and([it, sql`${column(naming.column)} = ${new Slot(1)}`]) : it
}
