import type { VersionRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { titlesOf } from './titles.ts'

type Values = Readonly<Record<string, unknown>>
/** Receives a title once it is known. */
type TitleReceiver = (title: string) => void

/**
 * Adds to each version the name of its author (`_link_titles`) and the titles of the records that its values link to
 * (`titles`). Titles are the current ones, limited to those that this user may read (reference: metadata, Versions).
 */
export async function addHistoryTitles(
  engine: Engine,
  ctx: Context,
  model: Model,
  record: Values,
  versions: readonly VersionRecord[],
): Promise<void> {
  const requests = new Map<string, Map<string, TitleReceiver[]>>()
  const request = (target: string, id: unknown, receive: TitleReceiver) => {
    if (target === '' || typeof id !== 'string' || id === '') return
    const byId = requests.get(target) ?? new Map<string, TitleReceiver[]>()
    requests.set(target, byId)
    byId.set(id, [...(byId.get(id) ?? []), receive])
  }

  for (const version of versions) {
    request('User', version.user, (title) => {
      version._link_titles = { user: title }
    })
    for (const { field, owner, key, id, values } of linksOf(engine, model, record, version)) {
      request(targetOf(owner, field, values), id, (title) => {
        version.titles ??= {}
        version.titles[key] ??= {}
        version.titles[key][String(id)] = title
      })
    }
  }
  for (const [target, byId] of requests) {
    const titles = await titlesOf(engine, ctx, target, new Set(byId.keys()))
    for (const [id, receivers] of byId) {
      const title = titles?.get(id)
      if (title != null) for (const receive of receivers) receive(title)
    }
  }
}

interface LinkedValue {
  owner: Model
  field: Field
  /** Fieldname; for a table's row `table.fieldname`. */
  key: string
  id: unknown
  /** The other values of the same row, one of which names the entity of a Dynamic Link. */
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
