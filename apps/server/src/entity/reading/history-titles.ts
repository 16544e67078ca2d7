import type { VersionRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { titlesOf } from './titles.ts'

type Values = Readonly<Record<string, unknown>>
/** Where a title is to be put once it is known. */
type Wish = (title: string) => void

/**
 * Adds to each version the name of who made the change (`_link_titles`) and the titles of the records that its values
 * link to (`titles`), as they are now and as far as this person may read them (reference: metadata, Versions).
 */
export async function addHistoryTitles(
  engine: Engine,
  ctx: Context,
  model: Model,
  record: Values,
  versions: readonly VersionRecord[],
): Promise<void> {
  const wishes = new Map<string, Map<string, Wish[]>>()
  const wish = (target: string, id: unknown, take: Wish) => {
    if (target === '' || typeof id !== 'string' || id === '') return
    const byId = wishes.get(target) ?? new Map<string, Wish[]>()
    wishes.set(target, byId)
    byId.set(id, [...(byId.get(id) ?? []), take])
  }

  for (const version of versions) {
    wish('User', version.user, (title) => {
      version._link_titles = { user: title }
    })
    for (const { field, owner, key, id, values } of linksOf(engine, model, record, version)) {
      wish(targetOf(owner, field, values), id, (title) => {
        version.titles ??= {}
        version.titles[key] ??= {}
        version.titles[key][String(id)] = title
      })
    }
  }
  for (const [target, byId] of wishes) {
    const titles = await titlesOf(engine, ctx, target, new Set(byId.keys()))
    for (const [id, takers] of byId) {
      const title = titles?.get(id)
      if (title != null) for (const take of takers) take(title)
    }
  }
}

interface LinkedValue {
  owner: Model
  field: Field
  /** Fieldname; of a table's row `table.fieldname`. */
  key: string
  id: unknown
  /** What stood beside it, which names the entity of a Dynamic Link. */
  values: Values
}

function* linksOf(engine: Engine, model: Model, record: Values, { data }: VersionRecord): Generator<LinkedValue> {
  const sides = [1, 2].map((side) => ({
    ...record,
    ...Object.fromEntries(data.changed.map((change) => [change[0], change[side]])),
  }))
  for (const change of data.changed) {
    const field = model.byName.get(change[0])
    if (field?.kind === 'table') for (const row of change.slice(1)) yield* rowLinks(engine, field, row)
    else if (field && field.type.links !== undefined) {
      for (const [side, values] of sides.entries())
        yield { owner: model, field, key: field.name, id: change[side + 1], values }
    }
  }
  for (const [name, row] of [...data.added, ...data.removed]) {
    const field = model.byName.get(name)
    if (field?.kind === 'table') yield* rowLinks(engine, field, row)
  }
}

function* rowLinks(engine: Engine, table: Field, row: unknown): Generator<LinkedValue> {
  const child = engine.models.get(table.rule.options ?? '')
  if (!child || typeof row !== 'object' || row === null) return
  const values: Values = { ...row }
  for (const field of child.links)
    yield { owner: child, field, key: `${table.name}.${field.name}`, id: values[field.name], values }
}

function targetOf(owner: Model, field: Field, values: Values): string {
  const naming = targetField(owner, field)
  const target = naming ? values[naming.name] : field.rule.options
  return typeof target === 'string' ? target : ''
}
