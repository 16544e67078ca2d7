import type { ValuesAnswer, ValuesQuery } from '@tavla/contract'
import { searchFold } from '@tavla/fields/server'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import type { Context } from '../../people/actor.ts'
import { nameableFor } from '../list-query.ts'
import { openEntity } from '../read.ts'
import { linkSuggestions } from '../suggestions.ts'
import { parseGroupBy } from './group-keys.ts'
import { plainText, summarise } from './summary.ts'

const maxValues = 50

/**
 * The values that a field has in the records that match, the most frequent first (reference: http-api, Sums and groups).
 * @throws Problem 403, 404, 417
 */
export async function distinctValues(
  engine: Engine,
  ctx: Context,
  entity: string,
  query: ValuesQuery,
): Promise<ValuesAnswer> {
  const model = openEntity(engine, ctx, entity, 'read')
  const name = query.field ?? ''
  const [key] = parseGroupBy(nameableFor(engine, ctx, model), name || '?')
  const text = (query.txt ?? '').trim()
  const narrowed = key && text ? await narrowing(engine, ctx, key.field, text) : undefined
  const { groups } = await summarise(engine, ctx, entity, {
    filters: query.filters,
    ...(query.search !== undefined && { search: query.search }),
    ...(narrowed && { or_filters: narrowed }),
    group_by: name,
  })
  const found = groups.flatMap(({ key: [value], titles: [title], count }) =>
    value === null || value === undefined ? [] : [{ value, title: title ?? plainText(value), count }],
  )
  const wanted = searchFold(text)
  const matching = narrowed ? found : found.filter(({ title }) => searchFold(title).includes(wanted))
  return { values: matching.slice(0, maxValues) }
}

/** The condition that leaves what contains the text; undefined for values that are few, or whose text SQL can't know. */
async function narrowing(engine: Engine, ctx: Context, field: Field, text: string) {
  const { type, rule, kind, meta } = field
  if (type.links === 'options') {
    const found = await linkSuggestions(engine, ctx, { entity: rule.options ?? '', txt: text })
    return [[field.name, 'in', found.map(({ value }) => value)]]
  }
  return kind === 'text' && !Array.isArray(meta.options) ? [[field.name, 'contains', text]] : undefined
}
