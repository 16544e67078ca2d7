import type { FieldMeta } from '@tavla/contract'
import type { ExpressionContext, Values } from '../names.ts'
import type { Ask, FieldRules } from './form-rules.ts'
import { valuesAt } from './formula-work.ts'
import { Memo } from './memo.ts'
import type { Reasons, Why } from './why.ts'

/** A field as its conditions draw it: `hidden`, `reqd` and `read_only` are those of this record. */
export interface DrawnField extends FieldMeta {
  /** The reason why it is closed. */
  why?: Why | undefined
  /** Its stored value is being worked out anew. */
  isRecalculating?: boolean
}

/** Fields of a record, or columns of a row, that differ from their definition, by name. */
export type DrawnFields = ReadonlyMap<string, DrawnField>

/** The record or row that a field is drawn in. */
export interface Asked {
  values: Values
  base: Values | null
  parent?: Values
  parentBase?: Values | null
  context: ExpressionContext
}

/** The answers of the conditions of one field. */
interface Verdict {
  isGone: boolean
  isRequired: boolean
  isLocked: boolean
}

type Key = 'shownIf' | 'requiredIf' | 'lockedIf'

/** Draws one field or column. */
export class FieldWork {
  readonly field: FieldMeta
  readonly #rules: FieldRules
  readonly #reasons: Reasons
  readonly #variants = new Map<string, DrawnField>()
  readonly #memos = { shownIf: new Memo<boolean>(), requiredIf: new Memo<boolean>(), lockedIf: new Memo<boolean>() }

  constructor(rules: FieldRules, reasons: Reasons) {
    this.field = rules.field
    this.#rules = rules
    this.#reasons = reasons
  }

  /** Names of fields of the record on which a column depends. */
  get parentReads(): readonly string[] {
    const { shownIf, requiredIf, lockedIf } = this.#rules
    return [shownIf, requiredIf, lockedIf].flatMap((ask) => ask?.parentReads ?? [])
  }

  draw(asked: Asked, locked: readonly string[], isRecalculating: boolean): DrawnField {
    const verdict = this.verdict(asked, locked, (key, inputs, work) => this.#memos[key].get(inputs, work))
    return this.#variant(verdict, isRecalculating)
  }

  /** For one of many rows, of which the caller keeps the results. */
  drawRow(asked: Asked): DrawnField {
    return this.#variant(this.verdict(asked, [], (_key, _inputs, work) => work()))
  }

  private verdict(
    { values, base, parent, parentBase, context }: Asked,
    locked: readonly string[],
    keep: (key: Key, inputs: readonly unknown[], work: () => boolean) => boolean,
  ): Verdict {
    const { shownIf, requiredIf, lockedIf } = this.#rules
    const run = (key: Key, ask: Ask, of: Values, whole: Values | undefined) =>
      keep(key, [...valuesAt(of, ask.reads), ask.readsDay ? context.today : '', context.user, context.isNew], () => {
        const outcome = ask.expression.run({ values: of, context, ...(whole && { parent: whole }) })
        return 'value' in outcome ? outcome.value === true : key === 'shownIf'
      })
    return {
      isGone: shownIf !== undefined && !run('shownIf', shownIf, values, parent),
      isRequired: requiredIf !== undefined && run('requiredIf', requiredIf, values, parent),
      isLocked:
        base !== null &&
        (lockedIf ? run('lockedIf', lockedIf, base, parentBase ?? undefined) : locked.includes(this.field.fieldname)),
    }
  }

  #variant({ isGone, isRequired, isLocked }: Verdict, isRecalculating = false): DrawnField {
    const { field } = this
    const isClosed = isLocked && field.read_only !== 1
    const why = isClosed ? this.#reasons.locked : this.#reasons.closed
    if (!isGone && !isRequired && !isClosed && !isRecalculating && !why) return field
    const key = `${isGone} ${isRequired} ${isClosed} ${isRecalculating}`
    let drawn = this.#variants.get(key)
    if (!drawn) {
      drawn = { ...field, why }
      if (isGone) Object.assign(drawn, { hidden: 1, reqd: 0 })
      else if (isRequired) drawn.reqd = 1
      if (isClosed) drawn.read_only = 1
      if (isRecalculating) drawn.isRecalculating = true
      this.#variants.set(key, drawn)
    }
    return drawn
  }
}

/** The fields that are drawn in another way than they are defined. */
export function changedOnly(works: readonly FieldWork[], drawn: readonly DrawnField[]): DrawnFields {
  const pairs = works.flatMap(({ field }, at) => {
    const one = drawn[at]
    return one && one !== field ? [[field.fieldname, one] as const] : []
  })
  return new Map(pairs)
}
