import { invalid, type ListQuery } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { visibilityOf } from '../people/visibility.ts'
import { isCondition, onRowsIn } from './filter-kinds.ts'
import { type FieldFinder, parseFilters } from './filters.ts'
import { aboutFilterFor, nameableFor, rowFieldFor } from './list-query.ts'
import { searchText } from './readings.ts'
import { containedInAny } from './search-needle.ts'
import { makeWhere, type WhereClause } from './where.ts'

/** Each asks the rows of a whole table. */
const maxOnRows = 3

/** The filters and the search of a query and the visibility of this user, ready for SQL. @throws Problem 417 */
export function whereOf(
  engine: Engine,
  ctx: Context,
  model: Model,
  query: Pick<ListQuery, 'filters' | 'or_filters' | 'search'>,
  given?: FieldFinder,
): WhereClause {
  const nameable = given ?? nameableFor(engine, ctx, model)
  const rowField = given ? () => undefined : rowFieldFor(engine, ctx, model)
  const aboutFilter = given ? () => undefined : aboutFilterFor(engine, ctx, model)
  const asked = { engine, model, nameable, rowField, aboutFilter, user: ctx.actor.user }
  const all = parseFilters(asked, query.filters)
  const text = searchText(query.search)
  if (text !== undefined) all.push(containedInAny(searchedFields(model, nameable), fold(text)))
  const any = parseFilters(asked, query.or_filters)
  if (onRowsIn([...all, ...any]).length > maxOnRows) {
    throw invalid('The filter has too many conditions.', [], 'InvalidFilterError')
  }
  const listed = ctx.system
    ? undefined
    : engine.behaviours.get(model.id)?.listed?.(engine, ctx, all.filter(isCondition))
  const visibility = visibilityOf(engine, ctx, model)
  const narrowed = listed
    ? {
        key: `${visibility.key} listed`,
        condition: visibility.condition ? sql<boolean>`(${visibility.condition}) and ${listed}` : listed,
        dependsOn: visibility.dependsOn,
      }
    : visibility
  return makeWhere(model, all, any, narrowed)
}

/** The fields that a list search looks at (reference: http-api, Searching a list), without those that this user may not name. */
function searchedFields(model: Model, nameable: FieldFinder): Field[] {
  const names = ['id', ...model.stored.filter((field) => field.type.searchable).map(({ name }) => name)]
  return names.flatMap((name) => nameable(name) ?? [])
}
