import {
  canBeMasked,
  isDefaultWord,
  isFieldname,
  limits,
  type Message,
  reservedFieldnames,
  takenFieldnames,
} from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { isSystemColumn } from '../model/field.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { knownParts, unknownPart } from '../writing/series.ts'
import { type Fault, faultAt, faultOf } from './faults.ts'
import { layoutFaults } from './layout-faults.ts'
import { isOwnApp, nameList } from './load.ts'

/** Every reason why a definition can't be used, each with its message (reference: metadata, Changing a definition). */
export function definitionFaults(
  engine: Engine,
  entity: StoredRow,
  tables: StoredTables,
  before: Readonly<Record<string, unknown>> = {},
): Fault[] {
  const { fields = [], permissions = [] } = tables
  const isTable = entity.type === 'Table'
  const faults = [
    ...fieldnameFaults(engine, String(entity.id), fields),
    ...fields.flatMap((field, at) => inRow(at, 'options', fieldFaults(engine, entity, field, fields, isTable))),
    ...fields.flatMap((field, at) => inRow(at, 'default', defaultFaults(engine, field))),
    ...fields.flatMap((field, at) => inRow(at, 'personal', personalFaults(entity, field))),
    ...levelFaults('fields', fields),
    ...levelFaults('permissions', permissions),
    ...layoutFaults(fields),
  ]
  if (!isTable) {
    faults.push(...namedFieldFaults(engine, entity, fields), ...namingFaults(entity, before))
    if (!isOwnApp(entity.app_name) && !isManageable(permissions)) {
      const text = 'At least one rule must let System Manager read and change this entity'
      const index = permissions.findIndex(({ role }) => role === 'System Manager')
      faults.push(faultAt('permissions', index, 'write', { text }))
    }
  }
  return faults
}

const inRow = (index: number, property: string, messages: readonly Message[]): Fault[] =>
  messages.map((message) => faultAt('fields', index, property, message))

/**
 * Entity names: a letter first, then letters of any script, digits, space, `_`, `-`; at most 61 (reference: metadata,
 * Ids and names).
 */
export function isEntityName(name: string): boolean {
  return name.length <= limits.entityNameLength && /^\p{L}[\p{L}\p{M}\p{N} _-]*$/u.test(name)
}

function fieldnameFaults(engine: Engine, entity: string, fields: readonly StoredRow[]): Fault[] {
  const seen = new Set<string>()
  const isNew = (name: string) => !engine.models.get(entity)?.byName.has(name)
  return fields.flatMap((field, index) => {
    const name = String(field.fieldname ?? '')
    const isTaken = takenFieldnames.has(name) && isNew(name)
    const message = isTaken ? fault('Fieldname {0} is reserved', name) : fieldnameFault(entity, name, seen)
    return message ? [faultAt('fields', index, 'fieldname', message)] : []
  })
}

function fieldnameFault(entity: string, name: string, seen: Set<string>): Message | undefined {
  if (!isFieldname(name)) return fault('Fieldname {0} is not valid', name)
  if (reservedFieldnames.has(name) && !(entity === 'Entity' && name === 'id')) {
    return fault('Fieldname {0} is reserved', name)
  }
  if (seen.has(name)) return fault('Fieldname {0} appears more than once', name)
  seen.add(name)
  return undefined
}

/** The reasons why the entity can't change its type: its records, and other definitions that name it. */
export async function typeChangeFaults(
  engine: Engine,
  reader: Reader,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<Fault[]> {
  if (before.type === after.type) return []
  const id = String(before.id)
  if (await reader.get(sql`select 1 as found from ${sql.id(engine.models.require(id).table.name)} limit 1`)) {
    return [faultOf('type', { text: 'The type of an entity with records cannot be changed' })]
  }
  return typeFaults(engine, id, String(after.type)).map((message) => faultOf('type', message))
}

/** Definitions that name the entity must still be valid when its type changes. */
function typeFaults(engine: Engine, entity: string, type: string): Message[] {
  const naming = engine.models.all().flatMap((model) => model.fields.filter(({ rule }) => rule.options === entity))
  return naming.flatMap((field): Message[] => {
    if (field.kind === 'table')
      return type === 'Table' ? [] : [fault('{0} must name an entity of type Table', field.name)]
    const breaks = type === 'Table' && field.type.links === 'options'
    return breaks ? [fault('{0} needs the name of an existing entity in Options', field.name)] : []
  })
}

/** Levels are 0 and 1; any other would look like a restriction without being one. */
function levelFaults(table: string, rows: readonly StoredRow[]): Fault[] {
  const message = { text: '{0} must be between {1} and {2}', args: [{ translate: 'Permission Level' }, 0, 1] }
  return rows.flatMap(({ permlevel }, index) =>
    [0, 1].includes(Number(permlevel ?? 0)) ? [] : [faultAt(table, index, 'permlevel', message)],
  )
}

function fieldFaults(
  engine: Engine,
  entity: StoredRow,
  field: StoredRow,
  fields: readonly StoredRow[],
  isTable: boolean,
): Message[] {
  const name = String(field.fieldname)
  const type = engine.types.get(String(field.fieldtype))
  if (!type) return []
  const options = typeof field.options === 'string' ? field.options.trim() : ''
  if (type.kind === 'table') {
    if (isTable) return [fault('A table entity cannot contain table fields')]
    const child = engine.models.get(options)
    if (!child) return [fault('{0} needs the name of an existing entity in Options', name)]
    return child.kind === 'Table' ? [] : [fault('{0} must name an entity of type Table', name)]
  }
  if (type.links === 'options') {
    const kind = options === entity.id ? entity.type : engine.models.get(options)?.kind
    return kind !== undefined && kind !== 'Table'
      ? []
      : [fault('{0} needs the name of an existing entity in Options', name)]
  }
  if (type.links === 'field') {
    const naming = fields.find((one) => one.fieldname === options)
    const namingType = naming && engine.types.get(String(naming.fieldtype))
    const names = namingType?.namesEntity?.(typeof naming?.options === 'string' ? naming.options : null)
    return names ? [] : [fault('{0} needs a field in Options that names the entity', name)]
  }
  return type.needsOptions && options === '' ? [fault('{0} must have options', name)] : []
}

/** Ids stay in a copy that masks personal data, and so does what cannot be replaced (reference: hosting, Masks). */
function personalFaults(entity: StoredRow, { personal, fieldname, fieldtype }: StoredRow): Message[] {
  if (personal !== 1) return []
  const givesIds = entity.naming_rule === 'Field' && entity.naming_value === fieldname
  return givesIds || !canBeMasked(String(fieldtype)) ? [fault('{0} cannot be masked', String(fieldname))] : []
}

/** A default that its own field would refuse has no effect, so it is refused when it is set. */
function defaultFaults(engine: Engine, field: StoredRow): Message[] {
  const type = engine.types.get(String(field.fieldtype))
  const text = typeof field.default === 'string' ? field.default.trim() : ''
  if (!type || text === '' || isDefaultWord(text)) return []
  const number = type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'flag'
  const rule = {
    fieldname: String(field.fieldname),
    label: String(field.label),
    fieldtype: type.type,
    options: typeof field.options === 'string' ? field.options : null,
  }
  const parsed = type.kind === 'table' ? { value: null } : type.parse(text, rule, { toWallClock: () => undefined })
  const refused = 'problem' in parsed || (number && !Number.isFinite(Number(text)))
  return refused ? [fault('The value for {0} is not valid', `${String(field.fieldname)} (default)`)] : []
}

function namedFieldFaults(engine: Engine, entity: StoredRow, fields: readonly StoredRow[]): Fault[] {
  const byName = new Map(fields.map((field) => [field.fieldname, field]))
  const isField = (name: unknown) => byName.has(String(name)) || isSystemColumn(String(name))
  const missing = (key: string, name: string) =>
    faultOf(key, fault('Title field {0} is not a field of this entity', name))
  const faults: Fault[] = []
  for (const key of ['title_field', 'sort_field'] as const) {
    const name = entity[key]
    const kind = kindOf(engine, byName.get(String(name)))
    // A title is shown in every record that links here, and a secret must never be shown.
    const stored = !name || (isField(name) && kind !== 'table' && kind !== 'secret')
    if (!stored) faults.push(missing(key, String(name)))
  }
  const { image_field: image, naming_rule: rule, naming_value: value } = entity
  const imageField = byName.get(String(image))
  if (image && engine.types.get(String(imageField?.fieldtype))?.onlyPictures !== true)
    faults.push(missing('image_field', String(image)))
  const unknown = nameList(entity.search_fields).filter((name) => !isField(name))
  faults.push(...unknown.map((name) => missing('search_fields', name)))
  if (rule === 'Field' && !byName.has(String(value ?? ''))) faults.push(missing('naming_value', String(value ?? '')))
  return faults
}

/** A series whose pattern has an unknown part would give unintended ids. */
export function namingFaults(entity: StoredRow, before: Readonly<Record<string, unknown>>): Fault[] {
  const { naming_rule: rule, naming_value: value } = entity
  // An existing series continues.
  if (rule === before.naming_rule && value === before.naming_value) return []
  const part = rule === 'Series' && typeof value === 'string' ? unknownPart(value) : undefined
  if (part === undefined) return []
  return [
    faultOf('naming_value', {
      text: '{0} is not a known part of a naming pattern. Known parts: {1}',
      args: [part, knownParts.join(' ')],
    }),
  ]
}

const kindOf = (engine: Engine, field: StoredRow | undefined) => engine.types.get(String(field?.fieldtype))?.kind

function isManageable(permissions: readonly StoredRow[]): boolean {
  return permissions.some(
    (rule) =>
      rule.role === 'System Manager' &&
      rule.permlevel !== 1 &&
      rule.read === 1 &&
      rule.write === 1 &&
      rule.if_owner !== 1,
  )
}

const fault = (text: string, ...args: string[]): Message => ({ text, args })
