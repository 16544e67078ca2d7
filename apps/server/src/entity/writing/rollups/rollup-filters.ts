import { invalid } from '@tavla/contract'
import type { Engine } from '../../engine.ts'
import type { ModelLookup } from '../../expressions/known-names.ts'
import type { RollupParts } from '../../expressions/rollup-parts.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import { isCounted } from '../../reading/counted.ts'
import { conditionsIn, onRowsIn } from '../../reading/filter-kinds.ts'
import { isJoined, type Parsed, parseForm, wrongValue } from '../../reading/filters/parse.ts'
import { parseFilters, sessionUser } from '../../reading/filters.ts'
import type { RowField } from '../../reading/list-query.ts'
import type { Filter } from '../../types.ts'

/** Each asks the rows of a table. */
const maxOnRows = 3

/**
 * The filters of a roll-up: those of a list, but for what differs by reader or by day, so that a stored value neither
 * depends on who looks nor ages (reference: expressions, Roll-ups). @throws Problem 417 InvalidFilterError
 */
export function rollupFilters(
  engine: Engine,
  { source, field, rollup }: Pick<RollupParts, 'source' | 'field' | 'rollup'>,
  lookup: ModelLookup,
): Filter[] {
  refuseChanging(parseForm(source, rollup.filters))
  const isKnown = (one: Field | undefined): one is Field =>
    one !== undefined && one.kind !== 'secret' && one.permlevel <= field.permlevel
  const nameable = (name: string) => {
    const one = source.byName.get(name)
    return isKnown(one) && one.kind !== 'table' ? one : undefined
  }
  const rowField = (name: string) => rowFieldOf(source, name, isKnown, lookup)
  const asked = { engine, model: source, nameable, rowField, aboutFilter: () => undefined, user: '' }
  const filters = parseFilters(asked, rollup.filters)
  const counted = conditionsIn(filters).find((one) => isCounted(one.field))
  if (counted) throw invalid('Unknown field: {0}', [counted.field.name], 'InvalidFilterError')
  if (onRowsIn(filters).length > maxOnRows) {
    throw invalid('The filter has too many conditions.', [], 'InvalidFilterError')
  }
  return filters
}

function rowFieldOf(
  source: Model,
  text: string,
  isKnown: (field: Field | undefined) => field is Field,
  lookup: ModelLookup,
): RowField | undefined {
  const [tableName, name, ...more] = text.split('.')
  const table = source.tables.find((one) => one.name === tableName)
  const rows = table && more.length === 0 ? lookup(table.rule.options ?? '') : undefined
  const field = rows?.stored.find((one) => one.name === name)
  return table && rows && isKnown(table) && isKnown(field) ? { table, rows, field } : undefined
}

function refuseChanging(parsed: readonly Parsed[]): void {
  for (const one of parsed) {
    if (isJoined(one)) refuseChanging(one.members)
    else {
      const [name, operator, value] = one
      const isPeriod = /\bperiod\b/i.test(operator)
      if (isPeriod || value === sessionUser || (Array.isArray(value) && value.includes(sessionUser))) {
        throw wrongValue(name)
      }
    }
  }
}
