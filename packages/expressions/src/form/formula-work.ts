import type { Values } from '../names.ts'
import type { FormFormula } from './form-rules.ts'
import { isSame, keptList, Memo } from './memo.ts'
import { currencyField, type Money, resultOf } from './results.ts'

type Row = Values

/**
 * Works the formulas of one form out. A formula is worked out when a value that it reads differs from the stored one, and
 * anew when such a value changes; else the stored result stands.
 */
export class FormulaWork {
  readonly #steps: readonly ((values: Record<string, unknown>, base: Values | null) => void)[]

  constructor(formulas: readonly FormFormula[], money: Money) {
    this.#steps = formulas.map((formula) =>
      formula.table ? rowStep(formula, formula.table.name, money) : recordStep(formula, money),
    )
  }

  /** The values with results; rows and lists that nothing changes are the same objects as before. */
  work(values: Values, base: Values | null): Values {
    if (this.#steps.length === 0) return values
    const worked = { ...values }
    for (const step of this.#steps) step(worked, base)
    return worked
  }
}

function recordStep({ field: { name, meta }, ask }: FormFormula, money: Money) {
  const memo = new Memo<unknown>()
  const reads = readsOf(ask.reads, currencyField(meta))
  return (worked: Record<string, unknown>, base: Values | null) => {
    const isDue = base === null || reads.some((read) => !isSame(worked[read], base[read]))
    const work = () => resultOf(meta, ask.expression.run({ values: worked }), worked, money)
    worked[name] = isDue ? memo.get(valuesAt(worked, reads), work) : base[name]
  }
}

function rowStep({ field: { name, meta }, ask }: FormFormula, table: string, money: Money) {
  const reads = readsOf(ask.reads, currencyField(meta))
  const memos = new WeakMap<Row, Memo<unknown>>()
  const made = new WeakMap<Row, Row>()
  let former: readonly Row[] | undefined

  const resultIn = (row: Row, stored: Row | undefined, worked: Values, isParentSame: boolean): unknown => {
    if (stored && isParentSame && reads.every((read) => isSame(row[read], stored[read]))) return stored[name]
    const memo = memos.get(row) ?? new Memo()
    memos.set(row, memo)
    return memo.get(valuesAt(worked, ask.parentReads), () =>
      resultOf(meta, ask.expression.run({ values: row, parent: worked }), row, money),
    )
  }

  return (worked: Record<string, unknown>, base: Values | null) => {
    const rows = rowsIn(worked[table])
    const stored = storedRows(base?.[table])
    const isParentSame = base !== null && ask.parentReads.every((read) => isSame(worked[read], base[read]))
    const next = rows.map((row) => {
      const result = resultIn(row, stored.get(row.id), worked, isParentSame)
      if (isSame(row[name], result)) return row
      const before = made.get(row)
      if (before && isSame(before[name], result)) return before
      const changed = { ...row, [name]: result }
      made.set(row, changed)
      return changed
    })
    if (next.every((row, at) => row === rows[at])) return
    former = keptList(former, next)
    worked[table] = former
  }
}

const readsOf = (reads: readonly string[], more: string | undefined): readonly string[] =>
  more === undefined ? reads : [...reads, more]

export const valuesAt = (values: Values, names: readonly string[]): unknown[] =>
  names.map((name) => values[name] ?? null)

const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

const byId = new WeakMap<readonly Row[], ReadonlyMap<unknown, Row>>()

/** The stored rows of a table by their ids. */
export function storedRows(value: unknown): ReadonlyMap<unknown, Row> {
  const rows = rowsIn(value)
  const known = byId.get(rows) ?? new Map(rows.flatMap((row) => (row.id === undefined ? [] : [[row.id, row] as const])))
  byId.set(rows, known)
  return known
}
