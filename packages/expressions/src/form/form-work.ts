import type { ExpressionContext, Values } from '../names.ts'
import { changedOnly, type DrawnFields, FieldWork } from './field-work.ts'
import type { FormMeta } from './form-names.ts'
import { type FieldRules, type FormRules, formRules } from './form-rules.ts'
import { FormulaWork } from './formula-work.ts'
import { Memo } from './memo.ts'
import type { Money } from './results.ts'
import { type DrawnRows, RowsWork } from './rows-work.ts'
import { reasonsOf } from './why.ts'

/** The record of a form as it is shown. */
export interface FormInput {
  /** The record as it is stored, in the form of the draft; null for a new one. */
  base: Values | null
  /** The draft over it. */
  values: Values
  context: Omit<ExpressionContext, 'isNew'>
  /** Names of fields that the server found locked, for conditions that are not known here. */
  locked?: readonly string[] | undefined
  /** Paths of fields that the server has not worked out anew yet. */
  recalculating?: readonly string[] | undefined
}

export interface FormOutcome {
  /** The draft with the results of formulas. */
  values: Values
  fields: DrawnFields
  rows: ReadonlyMap<string, DrawnRows>
}

/** Works one form out: its formulas, and which fields are drawn, required and closed (reference: expressions, Conditions). */
export class FormWork {
  readonly #rules: FormRules
  readonly #formulas: FormulaWork
  readonly #fields: FieldWork[]
  readonly #rows: readonly (readonly [table: string, RowsWork])[]
  readonly #outcome = new Memo<FormOutcome>()
  readonly #drawn = new Memo<DrawnFields>()
  readonly #tables = new Memo<FormOutcome['rows']>()

  constructor(meta: FormMeta, money: Money) {
    this.#rules = formRules(meta)
    const { fields } = meta.doc_meta
    this.#formulas = new FormulaWork(this.#rules.formulas, money)
    const lockable = new Set(this.#rules.fields.map(({ field }) => field.fieldname))
    const rest = fields.filter(({ fieldname }) => !lockable.has(fieldname)).map((field): FieldRules => ({ field }))
    this.#fields = [...this.#rules.fields, ...rest].map((rules) => new FieldWork(rules, reasonsOf(meta, rules)))
    this.#rows = [...this.#rules.tables].map(([table, rules]) => {
      const field = fields.find(({ fieldname }) => fieldname === table)
      const columns = rules.map((one) => new FieldWork(one, reasonsOf(meta, one, field)))
      return [table, new RowsWork(table, columns)] as const
    })
  }

  /** The same outcome as before when nothing that it follows from has changed. */
  work(input: FormInput): FormOutcome {
    const { base, values, context, locked, recalculating } = input
    const { today, user } = context
    return this.#outcome.get([base, values, today, user, context.roles, locked, recalculating], () => this.#work(input))
  }

  #work({ base, values: drafted, context, locked = [], recalculating = [] }: FormInput): FormOutcome {
    const values = this.#formulas.work(drafted, base)
    const asked = { values, base, context: { ...context, isNew: base === null } }
    // A Table field is told for its rows.
    const unsure = new Set(recalculating.map((path) => path.split('.', 1)[0]))
    const drawn = this.#fields.map((field) => field.draw(asked, locked, unsure.has(field.field.fieldname)))
    const fields = this.#drawn.get(drawn, () => changedOnly(this.#fields, drawn))
    const rows = this.#rows.map(([, work]) => work.draw(asked))
    const tables = this.#tables.get(
      rows,
      () => new Map(this.#rows.map(([table], at) => [table, rows[at] as DrawnRows])),
    )
    return { values, fields, rows: tables }
  }
}
