import { canBeMasked } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { readFetch } from '../expressions/fetches.ts'
import { addFormulasOver } from '../expressions/rolled-up-fields.ts'
import { isRefused, partsOf } from '../expressions/rollup-parts.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { type DefinitionItem, rowsIn } from '../transport/item.ts'

/** A field whose values are masked. */
export interface PersonalField {
  model: Model
  field: Field
  /** Its values are names of people. */
  isName: boolean
}

/**
 * The personal fields, and those that hold values of one: by a link, a formula or a roll-up, and by what takes these along
 * in turn. Fields with names come first.
 */
export function personalFields(engine: Engine): PersonalField[] {
  const found = new Map<Field, PersonalField>()
  for (const model of engine.models.all()) {
    for (const field of model.stored) {
      if (field.definition.personal === 1) found.set(field, { model, field, isName: isTitle(model, field) })
    }
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const model of engine.models.all()) {
      addFetched(engine, model, found)
      addFormulas(engine, model, found)
      addRollups(engine, model, found)
    }
  }
  return [...found.values()]
    .filter(({ field }) => canBeMasked(field.rule.fieldtype))
    .sort((a, b) => Number(b.isName) - Number(a.isName))
}

/**
 * The paths of personal fields of each entity that has some, by its id: those of a row as `<table>.<field>`, and under
 * the rows' own entity by their names.
 */
export function personalPaths(engine: Engine): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map(personalFields(engine).map((one) => [one.field, one]))
  const paths = engine.models.all().map((model) => [model.id, pathsOf(engine, model, found)] as const)
  return new Map(paths.filter(([, ofModel]) => ofModel.size > 0))
}

/** Names of fields by the ids of their entities. */
export type PersonalMarks = Readonly<Record<string, readonly string[]>>

/** Counts further fields as personal, in this engine alone; what has no such field is passed over. */
export function addPersonal({ models }: Pick<Engine, 'models'>, marks: PersonalMarks): void {
  for (const [id, names] of Object.entries(marks)) {
    for (const field of models.get(id)?.stored ?? []) if (names.includes(field.name)) field.definition.personal = 1
  }
}

/** The personal fields among the definitions of a site. */
export function personalMarks(items: readonly DefinitionItem[]): PersonalMarks {
  const entities = items.filter(({ kind }) => kind === 'Entity')
  return Object.fromEntries(
    entities.map(({ id, value }) => {
      const personal = rowsIn(value, 'fields').filter((row) => row.personal === 1)
      return [id, personal.map((row) => String(row.fieldname))]
    }),
  )
}

type Found = Map<Field, PersonalField>

const isTitle = (model: Model, field: Field) => model.titleField === field && field.rule.options === null

/** The entity of the rows of a table. */
const rowsOf = ({ models }: Pick<Engine, 'models'>, table: Field) => models.get(table.rule.options ?? '')

/** Fields of records, and of their rows, that take their values from a linked record. */
function addFetched(engine: Engine, model: Model, found: Found): void {
  for (const owner of [model, ...model.tables.flatMap((table) => rowsOf(engine, table) ?? [])]) {
    for (const field of owner.stored) {
      const source = sourceOf(engine, owner, model, field)
      const personal = source && found.get(source)
      if (personal && !found.has(field)) found.set(field, { model: owner, field, isName: personal.isName })
    }
  }
}

/** The field of the linked entity from which the values of this one are taken; `parent` is that of the row's record. */
function sourceOf({ models }: Pick<Engine, 'models'>, owner: Model, parent: Model, field: Field): Field | undefined {
  const path = readFetch(field.definition.fetch_from ?? '')
  const link = path && (path.isOfParent ? parent : owner).byName.get(path.link)
  return path && models.get(link?.rule.options ?? '')?.byName.get(path.from)
}

function addFormulas(engine: Engine, model: Model, found: Found): void {
  const paths = pathsOf(engine, model, found)
  if (paths.size === 0) return
  addFormulasOver(engine, model, paths)
  for (const path of paths) {
    const [first = '', second] = path.split('.')
    const table = second === undefined ? undefined : model.byName.get(first)
    const owner = table ? rowsOf(engine, table) : model
    const field = owner?.byName.get(second ?? first)
    if (owner && field && !found.has(field)) found.set(field, { model: owner, field, isName: false })
  }
}

function addRollups({ models }: Engine, model: Model, found: Found): void {
  for (const field of model.stored) {
    if (!field.definition.rollup || found.has(field)) continue
    const parts = partsOf(model, field, (entity) => models.get(entity))
    if (!isRefused(parts) && parts.value && found.has(parts.value)) found.set(field, { model, field, isName: false })
  }
}

/** The found fields of an entity and of its rows. */
function pathsOf(engine: Engine, model: Model, found: ReadonlyMap<Field, PersonalField>): Set<string> {
  const namesOf = (owner: Model) => owner.stored.filter((field) => found.has(field)).map(({ name }) => name)
  const ofRows = model.tables.flatMap((table) => {
    const rows = rowsOf(engine, table)
    return rows ? namesOf(rows).map((name) => `${table.name}.${name}`) : []
  })
  return new Set([...namesOf(model), ...ofRows])
}
