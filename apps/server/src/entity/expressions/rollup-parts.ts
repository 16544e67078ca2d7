import type { Rollup } from '@tavla/contract'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { readPath, rollupKinds } from '../model/rollup.ts'
import type { ModelLookup } from './known-names.ts'

/** A roll-up whose names are found. */
export interface RollupParts {
  /** The entity that has the value, and the field that holds it. */
  owner: Model
  field: Field
  rollup: Rollup
  /** The entity whose records link to the owner's. */
  source: Model
  /** The Table field of the source through whose rows they link, and the entity of these. */
  table: Field | undefined
  rows: Model | undefined
  link: Field
  /** The field that is summed or compared; undefined for a count. */
  value: Field | undefined
  /** True when the value stands in the rows that link. */
  isOfRows: boolean
}

/** The reason why a roll-up cannot be worked out: a name that nothing bears, or one that has no place here. */
export interface RollupRefusal {
  part: keyof Rollup | 'formula' | 'unique' | 'fieldtype'
  name: string
  /** Names that are known; undefined when the name is known, too. */
  known?: Iterable<string>
}

/** Finds what a roll-up names; all but its filters (reference: expressions, Roll-ups). */
export function partsOf(owner: Model, field: Field, lookup: ModelLookup): RollupParts | RollupRefusal {
  const { rollup } = field.definition
  if (!rollup) throw new Error(`${field.name} is no roll-up`)
  const refused = refusalOfField(owner, field, rollup)
  if (refused) return refused
  const source = lookup(rollup.entity)
  if (!source) return { part: 'entity', name: rollup.entity, known: [] }
  if (source.kind !== 'Document') return { part: 'entity', name: rollup.entity }
  const found = linkOf(owner, source, rollup.link, lookup)
  if ('part' in found) return found
  const parts = { owner, field, rollup, source, ...found, value: undefined, isOfRows: false }
  const levelled = [found.table, found.link].find((one) => one && one.permlevel > field.permlevel)
  if (levelled) return { part: 'link', name: rollup.link }
  return rollup.kind === 'count' ? parts : withValue(parts)
}

export const isRefused = (parts: RollupParts | RollupRefusal): parts is RollupRefusal => 'part' in parts

function refusalOfField(owner: Model, { definition, type, meta }: Field, { kind }: Rollup): RollupRefusal | undefined {
  if (owner.kind !== 'Document') return { part: 'entity', name: 'Rollup' }
  if (!type.rollup) return { part: 'fieldtype', name: type.type }
  const other = [definition.formula, definition.fetch_from].find((text) => text != null && text.trim() !== '')
  if (other !== undefined) return { part: 'formula', name: other }
  if (meta.unique === 1) return { part: 'unique', name: 'Unique' }
  const isDay = type.formula === 'date'
  const fits = rollupKinds.includes(kind) && !(isDay && (kind === 'count' || kind === 'sum'))
  return fits ? undefined : { part: 'kind', name: kind }
}

function linkOf(
  owner: Model,
  source: Model,
  text: string,
  lookup: ModelLookup,
): Pick<RollupParts, 'table' | 'rows' | 'link'> | RollupRefusal {
  const path = readPath(text)
  if (!path) return { part: 'link', name: text, known: [] }
  const table = path.table === undefined ? undefined : source.tables.find(({ name }) => name === path.table)
  const rows = table && lookup(table.rule.options ?? '')
  if (path.table !== undefined && !rows) return { part: 'link', name: path.table, known: source.tables.map(nameOf) }
  const holder = rows ?? source
  const link = holder.byName.get(path.name)
  if (!link) return { part: 'link', name: path.name, known: holder.links.map(nameOf) }
  const leadsHere = link.type.links === 'options' && link.rule.options === owner.id && !link.system
  return leadsHere ? { table, rows, link } : { part: 'link', name: text }
}

function withValue(parts: RollupParts): RollupParts | RollupRefusal {
  const { rollup, source, table, rows, field } = parts
  const text = rollup.field ?? ''
  const path = readPath(text)
  if (!path || (path.table !== undefined && path.table !== table?.name)) {
    return { part: 'field', name: text, ...(text === '' && { known: [] }) }
  }
  const isOfRows = path.table !== undefined
  const holder = isOfRows ? (rows as Model) : source
  const value = holder.byName.get(path.name)
  if (!value) return { part: 'field', name: path.name, known: holder.stored.map(nameOf) }
  const isOwnCurrency = [holder, source].some(({ byName }) => byName.has(value.rule.options?.trim() ?? ''))
  const isMixed = rollup.kind === 'sum' && value.type.digits === 'currency' && isOwnCurrency
  if (!fits(field, value) || value.permlevel > field.permlevel || isMixed) return { part: 'field', name: text }
  return { ...parts, value, isOfRows }
}

/** Numbers into numbers, days into days of the same kind. */
const fits = (field: Field, value: Field): boolean =>
  isNumber(field) ? isNumber(value) : field.kind === value.kind && field.type.formula === value.type.formula

const isNumber = ({ kind }: Field): boolean => kind === 'integer' || kind === 'decimal'

const nameOf = ({ name }: Field): string => name
