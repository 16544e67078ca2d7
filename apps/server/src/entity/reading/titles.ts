import type { EntityRecord } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Titles } from '../caches/title-cache.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { titleText } from './present.ts'

const titlePlans = new Plans()

/** The links of a record, including its owner and its last editor. */
export function recordLinks(model: Model): readonly Field[] {
  return [...model.links, ...['owner', 'modified_by'].flatMap((name) => model.byName.get(name) ?? [])]
}

/**
 * Adds `_link_titles` to each record that links to a record with a title (reference: http-api, Reading; http-api,
 * Lists). A title is shown only to a user who may read the linked record.
 */
export async function addLinkTitles(
  engine: Engine,
  ctx: Context,
  model: Model,
  fields: readonly Field[],
  records: readonly EntityRecord[],
): Promise<void> {
  for (const field of fields) {
    if (field.type.links === undefined) continue
    for (const [target, linking] of groupByTarget(model, field, records)) {
      const titles = await titlesOf(engine, ctx, target, new Set(linking.map((record) => String(record[field.name]))))
      for (const record of linking) {
        const title = titles?.get(String(record[field.name]))
        if (title == null) continue
        record._link_titles ??= {}
        record._link_titles[field.name] = title
      }
    }
  }
}

/** The names of users by their ids, for who may read them: `owner` and `modified_by` are links of every entity. */
export async function userNames(engine: Engine, ctx: Context, model: Model, ids: ReadonlySet<string>): Promise<Titles> {
  const target = model.byName.get('modified_by')?.rule.options
  return (target && ids.size > 0 && (await titlesOf(engine, ctx, target, ids))) || new Map()
}

function groupByTarget(model: Model, field: Field, records: readonly EntityRecord[]): Map<string, EntityRecord[]> {
  const linked = records.filter((record) => record[field.name] != null)
  const naming = targetField(model, field)
  if (!naming) return new Map(linked.length > 0 && field.rule.options ? [[field.rule.options, linked]] : [])
  const named = linked.filter((record) => record[naming.name] != null)
  return Map.groupBy(named, (record) => String(record[naming.name]))
}

/** Titles by id of an entity's records that this user may read; undefined when the entity shows no titles. */
export async function titlesOf(
  engine: Engine,
  ctx: Context,
  target: string,
  ids: ReadonlySet<string>,
): Promise<Titles | undefined> {
  const model = engine.models.get(target)
  const title = model?.titleField
  if (!model || model.kind === 'Table' || !title || title.name === 'id' || title.kind === 'secret') return undefined
  const rights = rightsOf(engine, ctx.actor, model)
  if (!ctx.system && (rights.read === 'none' || (title.permlevel === 1 && rights.levelRead !== 'all'))) return undefined
  const visibility = visibilityOf(engine, ctx, model)
  const personal = visibility.key === 'own' || visibility.dependsOn.length > 0
  // A time of the server is shown in the site's time zone.
  const key = title.clock ? `${visibility.key} ${engine.settings.time_zone}` : visibility.key
  const titles: Titles = personal ? new Map() : engine.titles.of(target, key)
  const missing = [...ids].filter((id) => !titles.has(id))
  if (missing.length === 0) return titles

  const plan = titlePlans.of(engine, `${target} ${visibility.key}`, () => {
    const among = engine.store.dialect.isOneOf(column('id_fold'), new Slot(1), 'text')
    const seen = visibility.condition ? and([among, visibility.condition]) : among
    return sql`select id, ${column(title.column)} as title from ${sql.table(model.table.name)} where ${seen}`
  })
  const values = [ctx.actor.user, engine.store.dialect.listParam(missing.map(fold))]
  const rows = await engine.store.all<{ id: string; title: string | number | null }>(plan.with(values))
  for (const id of missing) titles.set(id, null)
  for (const row of rows) titles.set(row.id, titleText(engine, title, row.title))
  return titles
}
