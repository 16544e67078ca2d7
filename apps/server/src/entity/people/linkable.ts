import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { isRecord } from '../tables/rows.ts'
import type { Context } from './actor.ts'
import { hasOpenTitles } from './open-titles.ts'
import { rightsOf } from './permissions.ts'
import { visibilityOf } from './visibility.ts'

const linkablePlans = new Plans()
const showablePlans = new Plans()

/**
 * True for a record that this user may link to: a visible one, or one whose title is shown to them. It runs one
 * statement in every case, so that its time does not reveal whether the record exists.
 */
export async function isLinkable(
  engine: Engine,
  ctx: Context,
  reader: Reader,
  model: Model,
  id: string,
): Promise<boolean> {
  const mayLink = ctx.system || rightsOf(engine, ctx.actor, model).read !== 'none' || hasOpenTitles(engine, ctx, model)
  const { condition, key } = visibilityOf(engine, ctx, model)
  if (!condition || !mayLink) return (await engine.rows(model).exists(reader, id)) && mayLink
  const plan = linkablePlans.of(engine, `${model.id}|${key}`, () => {
    const isIt = isRecord(new Slot(1), new Slot(2))
    return sql`select 1 as found from ${sql.table(model.table.name)} where ${and([isIt, sql`(${condition})`])}`
  })
  return (await reader.get<{ type: string | null }>(plan.with([ctx.actor.user, id, fold(id)]))) !== undefined
}

/**
 * The MIME type of a file that this user may show in a record: a public one, or one that they may see. Undefined for
 * any other address on this site.
 */
export async function typeOfShowableFile(
  engine: Engine,
  ctx: Context,
  reader: Reader,
  url: string,
): Promise<string | undefined> {
  const files = engine.models.require('File')
  const { condition, key } = visibilityOf(engine, ctx, files)
  const plan = showablePlans.of(engine, key, () => {
    const seen = condition ? sql`and (${column('c_is_private')} = 0 or (${condition}))` : sql``
    const isIt = sql`${column('c_file_url')} = ${new Slot(1)}`
    const type = column('c_mime_type')
    return sql`select ${type} as type from ${sql.table(files.table.name)} where ${isIt} ${seen} limit 1`
  })
  const found = await reader.get<{ type: string | null }>(plan.with([ctx.actor.user, url]))
  return found === undefined ? undefined : (found.type ?? '')
}
