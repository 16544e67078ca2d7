import { type EntityRecord, type HomeItem, limits, Problem, textOf } from '@tavla/contract'
import { type Context, type Engine, type Field, isFilterable, listRecords, type Model } from '../../../entity/index.ts'

/** A record that may come to Home, and why. */
export interface Candidate extends Pick<HomeItem, 'entity' | 'id' | 'at'> {
  line?: string
}

/** Records that a part of Home shows. */
export const shownItems = 8

/** The candidates that the caller may read, with their titles and states, in their order. */
export async function itemsOf(engine: Engine, ctx: Context, candidates: readonly Candidate[]): Promise<HomeItem[]> {
  const byEntity = [...Map.groupBy(candidates, ({ entity }) => entity)]
  const known = new Map(
    await Promise.all(
      byEntity.map(async ([entity, ones]) => [entity, await knownOf(engine, ctx, entity, ones)] as const),
    ),
  )
  return candidates.flatMap(({ entity, id, at, line = '' }) => {
    const record = known.get(entity)?.get(id)
    return record ? { entity, id, ...record, at, line } : []
  })
}

type Known = ReadonlyMap<string, Pick<HomeItem, 'title' | 'state' | 'color'>>

async function knownOf(engine: Engine, ctx: Context, entity: string, ones: readonly Candidate[]): Promise<Known> {
  const model = engine.models.get(entity)
  const ids = [...new Set(ones.map(({ id }) => id))].slice(0, limits.filterListItems)
  if (model?.kind !== 'Document') return new Map()
  try {
    const isOpen = isFilterable(engine, ctx, entity)
    const [title, state] = [model.titleField, stateFieldOf(model)].map((field) =>
      field && isOpen(field.name) ? field : undefined,
    )
    const fields = ['id', ...[title, state].flatMap((field) => field?.name ?? [])]
    const query = { filters: [['id', 'in', ids]], fields, limit_page_length: ids.length }
    const { data } = await listRecords(engine, ctx, entity, query)
    return new Map(data.map((record) => [record.id, shown(model, title, state, record)]))
  } catch (error) {
    // A right that is gone, or an entity that went in between.
    if (error instanceof Problem) return new Map()
    throw error
  }
}

function shown(model: Model, title: Field | undefined, state: Field | undefined, record: EntityRecord) {
  const named = title && (record._link_titles?.[title.name] ?? record[title.name])
  const now = textOf(state && record[state.name])
  const color = model.definition.states?.find((one) => one.title === now)?.color
  const name = typeof named === 'number' ? String(named) : textOf(named)
  return { title: name || record.id, state: now || null, color: color ?? null }
}

/** The field whose value is the state of a record: a choice among the states of its entity. */
function stateFieldOf({ definition, stored }: Model): Field | undefined {
  const states = definition.states ?? []
  const isState = ({ rule, meta }: Field) =>
    meta.hidden !== 1 &&
    rule.fieldtype === 'Select' &&
    states.some(({ title }) => rule.options?.split('\n').includes(title))
  const named = stored.find(({ name }) => name === (definition as { state_field?: string }).state_field)
  return named ?? stored.find(isState)
}
