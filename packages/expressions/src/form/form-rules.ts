import type { FieldMeta } from '@tavla/contract'
import { compileExpression, type Expression } from '../compile.ts'
import { orderFormulas } from '../formula-order.ts'
import type { ValueKind } from '../names.ts'
import { columnsOf, type FormMeta, FormNames } from './form-names.ts'
import { formulaKinds } from './kinds.ts'
import { whyClosed } from './why-closed.ts'

/** An expression with the values that it reads. */
export interface Ask {
  expression: Expression
  /** Names of fields of the record or row itself. */
  reads: readonly string[]
  /** Of a row: names of fields of its record. */
  parentReads: readonly string[]
  /** It reads the day, which changes at midnight. */
  readsDay: boolean
}

/** A field with what its definition says about drawing it. */
export interface FieldRules {
  field: FieldMeta
  shownIf?: Ask | undefined
  requiredIf?: Ask | undefined
  lockedIf?: Ask | undefined
  formula?: Ask | undefined
}

export interface FormFormula {
  field: { name: string; meta: FieldMeta }
  table: { name: string } | undefined
  expression: Expression
  ask: Ask
}

/** The expressions of an entity and of its rows, ready for forms (reference: expressions, Conditions). */
export interface FormRules {
  /** The fields whose drawing follows from values, or that are closed for a reason. */
  fields: readonly FieldRules[]
  /** The same for columns, by the names of Table fields. */
  tables: ReadonlyMap<string, readonly FieldRules[]>
  /** In the order in which the server works them out. */
  formulas: readonly FormFormula[]
}

const known = new WeakMap<FormMeta, FormRules>()

/** An expression that this version of the program refuses has no effect, as on the server. */
export function formRules(meta: FormMeta): FormRules {
  const made = known.get(meta) ?? makeRules(meta)
  known.set(meta, made)
  return made
}

function makeRules(meta: FormMeta): FormRules {
  const names = new FormNames(meta)
  const { fields } = meta.doc_meta
  const tables = fields.filter(({ fieldtype }) => fieldtype === 'Table')
  const own = fields.map((field) => rulesOf(names, field))
  const ofRows = tables.map((table) => {
    const rules = columnsOf(meta, table).map((field) => rulesOf(names, field, table))
    return [table.fieldname, rules] as const
  })
  const formulas = [...formulasOf(own), ...ofRows.flatMap(([table, rules]) => formulasOf(rules, table))]
  return {
    fields: own.filter(hasRule),
    tables: new Map(ofRows.filter(([, rules]) => rules.some(hasRule))),
    formulas: orderFormulas(formulas).ordered,
  }
}

const hasRule = ({ field, shownIf, requiredIf, lockedIf }: FieldRules): boolean =>
  Boolean(shownIf || requiredIf || lockedIf || whyClosed(field))

const formulasOf = (rules: readonly FieldRules[], table?: string): FormFormula[] =>
  rules.flatMap(({ field, formula: ask }) => {
    const place = table === undefined ? undefined : { name: table }
    return ask ? [{ field: { name: field.fieldname, meta: field }, table: place, expression: ask.expression, ask }] : []
  })

const rulesOf = (names: FormNames, field: FieldMeta, table?: FieldMeta): FieldRules => ({
  field,
  shownIf: askOf(names, field, field.depends_on, 'bool', table),
  requiredIf: askOf(names, field, field.mandatory_depends_on, 'bool', table),
  lockedIf: askOf(names, field, field.read_only_depends_on, 'bool', table),
  formula: askOf(names, field, field.formula, formulaKinds[field.fieldtype], table),
})

function askOf(
  names: FormNames,
  field: FieldMeta,
  text: string | null | undefined,
  result: ValueKind | undefined,
  table: FieldMeta | undefined,
): Ask | undefined {
  if (!result || !text?.trim()) return undefined
  const isFormula = text === field.formula
  try {
    const expression = compileExpression(text, names.of(field.permlevel, !isFormula, table), result)
    const paths = expression.uses.map(({ path }) => path.split('.'))
    const own = paths.flatMap(([first = '']) => (first === 'ctx' || (table && first === 'parent') ? [] : [first]))
    const ofParent = paths.flatMap(([first, name = '']) => (table && first === 'parent' ? [name] : []))
    return {
      expression,
      reads: [...new Set(own)],
      parentReads: [...new Set(ofParent)],
      readsDay: paths.some(([first, name]) => first === 'ctx' && (name === 'today' || name === 'now')),
    }
  } catch {
    return undefined
  }
}
