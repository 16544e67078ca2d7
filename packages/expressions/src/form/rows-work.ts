import type { Values } from '../names.ts'
import { type Asked, changedOnly, type DrawnFields, type FieldWork } from './field-work.ts'
import { storedRows, valuesAt } from './formula-work.ts'
import { Memo } from './memo.ts'

/** The columns of the rows of one table; another object when something outside of the rows changes them. */
export interface DrawnRows {
  of(row: Values): DrawnFields
}

/** Draws the columns of one table's rows. */
export class RowsWork {
  readonly #table: string
  readonly #columns: readonly FieldWork[]
  readonly #parentReads: readonly string[]
  readonly #memo = new Memo<DrawnRows>()

  constructor(table: string, columns: readonly FieldWork[]) {
    this.#table = table
    this.#columns = columns
    this.#parentReads = [...new Set(columns.flatMap(({ parentReads }) => parentReads))]
  }

  draw({ values: parent, base: parentBase, context }: Asked): DrawnRows {
    const inputs = [...valuesAt(parent, this.#parentReads), parentBase, context.today, context.user]
    return this.#memo.get(inputs, () => {
      const stored = storedRows(parentBase?.[this.#table])
      const known = new WeakMap<Values, DrawnFields>()
      const draw = (row: Values): DrawnFields => {
        const base = stored.get(row.id) ?? null
        const asked = { values: row, base, parent, parentBase, context: { ...context, isNew: base === null } }
        return changedOnly(
          this.#columns,
          this.#columns.map((column) => column.drawRow(asked)),
        )
      }
      return {
        of(row) {
          const drawn = known.get(row) ?? draw(row)
          known.set(row, drawn)
          return drawn
        },
      }
    })
  }
}
