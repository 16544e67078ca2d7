import type { FieldMeta } from '@tavla/contract'
import type { Expression } from '../compile.ts'
import { columnsOf, type FormMeta } from './form-names.ts'
import type { FieldRules } from './form-rules.ts'
import { whyClosed } from './why-closed.ts'

/** A part of a sentence: a text as it is, or a label that is translated, in the entity that it names if it is one's name. */
export type Word = string | { label: string; context?: string }

/** The reason why a field is closed (reference: screens, Detail form). */
export interface Why {
  text: 'Worked out from {0}.' | 'Taken from {0}.' | 'Locked while {0}.'
  words: readonly Word[]
}

/** Finds the label of a field by its path in an expression; undefined for what is no field. */
export type LabelOf = (path: string) => string | undefined

/** An expression with labels in the place of its names. */
export function wordsOf({ text, uses }: Expression, labelOf: LabelOf): Word[] {
  const words: Word[] = []
  let done = 0
  for (const { path, start, end } of uses) {
    const label = labelOf(path)
    if (label === undefined) continue
    // The label says it without the record.
    words.push(text.slice(done, start).replace(/\bparent\s*\.\s*$/, ''), { label })
    done = end
  }
  words.push(text.slice(done))
  return words.filter((word) => word !== '')
}

/** The reasons that a field gives while it is closed: by its definition, and by a condition. */
export interface Reasons {
  closed?: Why | undefined
  locked?: Why | undefined
}

/** Why a field, or a column of `table`, is closed. */
export function reasonsOf(meta: FormMeta, { field, lockedIf, formula }: FieldRules, table?: FieldMeta): Reasons {
  const labelOf = labelsOf(meta, table)
  return {
    closed: closedWhy(field, formula?.expression, labelOf),
    locked: { text: 'Locked while {0}.', words: spelledOut(lockedIf?.expression, field.read_only_depends_on, labelOf) },
  }
}

function closedWhy(field: FieldMeta, formula: Expression | undefined, labelOf: LabelOf): Why | undefined {
  switch (whyClosed(field)) {
    case 'formula':
      return { text: 'Worked out from {0}.', words: spelledOut(formula, field.formula, labelOf) }
    case 'rollup': {
      const entity = field.rollup?.entity ?? ''
      return { text: 'Worked out from {0}.', words: [{ label: entity, context: entity }] }
    }
    case 'fetch': {
      const path = (field.fetch_from ?? '').trim()
      const link = path.slice(0, path.lastIndexOf('.'))
      const label = labelOf(link)
      return { text: 'Taken from {0}.', words: [label === undefined ? link : { label }] }
    }
    case undefined:
      return undefined
  }
}

/** An expression that is not understood here stands as it is. */
const spelledOut = (expression: Expression | undefined, text: string | null | undefined, labelOf: LabelOf): Word[] =>
  expression ? wordsOf(expression, labelOf) : [text ?? '']

function labelsOf(meta: FormMeta, table: FieldMeta | undefined): LabelOf {
  const { fields } = meta.doc_meta
  const labelIn = (all: readonly FieldMeta[], name: string | undefined) =>
    all.find(({ fieldname }) => fieldname === name)?.label
  return (path) => {
    const [first, second] = path.split('.')
    if (table) return first === 'parent' ? labelIn(fields, second) : labelIn(columnsOf(meta, table), first)
    if (second === undefined) return labelIn(fields, first)
    const rows = fields.find(({ fieldname }) => fieldname === first)
    return rows && labelIn(columnsOf(meta, rows), second)
  }
}
