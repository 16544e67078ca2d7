import {
  compileExpression,
  ExpressionFault,
  type ExpressionInput,
  type Names,
  type Outcome,
  type ValueKind,
} from '@tavla/expressions'

/** The value of an expression on one record, or why there is none. */
export type Tried = Outcome | { fault: ExpressionFault }

/** Works an expression out as a write would. */
export function outcomeOf(text: string, names: Names, result: ValueKind, input: ExpressionInput): Tried {
  try {
    return compileExpression(text, names, result).run(input)
  } catch (error) {
    if (error instanceof ExpressionFault) return { fault: error }
    throw error
  }
}
