import { Environment } from '@marcbachmann/cel-js'
import { DateText } from './dates.ts'
import { registerFunctions } from './functions.ts'
import { expressionLimits } from './limits.ts'
import { type ExpressionInput, type Fields, isRows, isUsable, type Names } from './names.ts'
import { celTypes, type FieldReader, kindReaders, readTypeOf, rowsReader } from './values.ts'

/** The names of one entity in the form of the library, made once for all of its expressions. */
export interface Scope {
  environment: Environment
  /** Reads the values of the variables, by their names in the library. */
  readers: ReadonlyMap<string, (input: ExpressionInput) => unknown>
}

/** The name of a variable in the library, whose own names (`type`, `map`, `string`) are fieldnames as well. */
export const variableOf = (name: string): string => `v_${name}`

/** The members of `ctx`. */
const contextTypes = {
  user: 'string',
  roles: 'list<string>',
  today: 'Date',
  now: 'Date',
  is_new: 'bool',
} as const

export const contextNames: readonly string[] = Object.keys(contextTypes)

const scopes = new WeakMap<Names, Scope>()

/** @throws Error for names that the library refuses; compiled definitions have none */
export function scopeOf(names: Names): Scope {
  const known = scopes.get(names)
  if (known) return known
  const scope = makeScope(names)
  scopes.set(names, scope)
  return scope
}

const base = (() => {
  const { nodes, depth, listElements } = expressionLimits
  const environment = new Environment({
    // The whole expression counts as one level.
    limits: { maxAstNodes: nodes, maxDepth: depth + 1, maxListElements: listElements },
  })
  registerFunctions(environment)
  return environment
})()

function makeScope(names: Names): Scope {
  const environment = base.clone()
  const readers = new Map<string, (input: ExpressionInput) => unknown>()
  const declare = (name: string, type: string, read: (input: ExpressionInput) => unknown) => {
    environment.registerVariable(variableOf(name), type)
    readers.set(variableOf(name), read)
  }
  const declareRecord = (name: string, fields: Fields, read: (input: ExpressionInput) => ExpressionInput['old']) => {
    const known = [...readFields(environment, `${name} `, fields)]
    const ctor = readTypeOf(new Map(known.map(([field, { read }]) => [field, read])))
    const types = Object.fromEntries(known.map(([field, { type }]) => [field, type]))
    environment.registerType(name, { ctor, fields: types })
    declare(name, name, (input) => new ctor(read(input) ?? {}))
  }
  for (const [name, { type, read }] of readFields(environment, '', names.fields)) {
    declare(name, type, ({ values }) => read(values[name]))
  }
  if (names.parent) declareRecord('parent', names.parent, ({ parent }) => parent)
  if (names.hasOld) declareRecord('old', names.fields, ({ old }) => old)
  if (names.hasContext) {
    environment.registerType('ctx', { ctor: Context, fields: contextTypes })
    declare('ctx', 'ctx', ({ context }) => new Context(context))
  }
  return { environment, readers }
}

/** The type and the reader of each field; those of rows become types of the library. */
function* readFields(
  environment: Environment,
  prefix: string,
  fields: Fields,
): Generator<[name: string, field: { type: string; read: FieldReader }]> {
  for (const [name, kind] of fields) {
    if (!isUsable(name)) continue
    if (!isRows(kind)) yield [name, { type: celTypes[kind], read: kindReaders[kind] }]
    else {
      const type = `${prefix}row of ${name}`
      const columns = [...kind.columns].filter(([column]) => isUsable(column))
      const ctor = readTypeOf(new Map(columns.map(([column, of]) => [column, kindReaders[of]])))
      const types = Object.fromEntries(columns.map(([column, of]) => [column, celTypes[of]]))
      environment.registerType(type, { ctor, fields: types })
      yield [name, { type: `list<${type}>`, read: rowsReader(ctor) }]
    }
  }
}

class Context {
  readonly user: string
  readonly roles: readonly string[]
  readonly today: DateText
  readonly now: DateText
  readonly is_new: boolean

  constructor(context: ExpressionInput['context']) {
    this.user = context?.user ?? ''
    this.roles = context?.roles ?? []
    this.today = new DateText(context?.today ?? '')
    this.now = new DateText(context?.now ?? '')
    this.is_new = context?.isNew ?? false
  }
}
