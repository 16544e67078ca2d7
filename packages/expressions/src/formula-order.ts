import type { Expression } from './compile.ts'
import type { NameUse } from './resolve.ts'

/** A formula that was checked, with its place in the definition. */
export interface PlacedFormula {
  expression: Expression
  field: { readonly name: string }
  /** The Table field to whose rows it belongs; undefined for a formula of the record itself. */
  table: { readonly name: string } | undefined
}

export interface FormulaOrder<Formula> {
  ordered: Formula[]
  /** Formulas that name themselves, directly or by others, with the name that leads back. */
  circles: { formula: Formula; use: NameUse }[]
}

/**
 * The order in which formulas are worked out: each behind those that it names. A formula that looks at rows comes behind
 * all formulas of these rows, so that one of them may not name it (reference: expressions, Formulas).
 */
export function orderFormulas<Formula extends PlacedFormula>(formulas: readonly Formula[]): FormulaOrder<Formula> {
  const byPath = new Map(formulas.map((formula) => [pathOf(formula), formula]))
  const order: FormulaOrder<Formula> = { ordered: [], circles: [] }
  const state = new Map<Formula, 'begun' | 'done'>()
  const visit = (formula: Formula) => {
    state.set(formula, 'begun')
    for (const use of formula.expression.uses) {
      for (const needed of neededBy(formula, use, byPath)) {
        const reached = state.get(needed)
        if (reached === 'begun') order.circles.push({ formula, use })
        else if (reached === undefined) visit(needed)
      }
    }
    state.set(formula, 'done')
    order.ordered.push(formula)
  }
  for (const formula of formulas) if (!state.has(formula)) visit(formula)
  return order
}

const pathOf = ({ table, field }: PlacedFormula): string => (table ? `${table.name}.${field.name}` : field.name)

function* neededBy<Formula extends PlacedFormula>(
  { table }: Formula,
  { path }: NameUse,
  byPath: ReadonlyMap<string, Formula>,
): Generator<Formula> {
  const parts = path.split('.')
  const isOfParent = table !== undefined && parts[0] === 'parent'
  // A row's own names stand without the name of its table.
  const full = isOfParent ? parts.slice(1).join('.') : table ? `${table.name}.${path}` : path
  const one = byPath.get(full)
  if (one) yield one
  // A record's formula looks at rows when all of their formulas stand.
  if (table !== undefined) return
  const [first] = path.split('.')
  for (const [other, formula] of byPath) if (other !== full && other.startsWith(`${first}.`)) yield formula
}
