import { type FieldProblem, type Message, Problem } from '@tavla/contract'

/** A reason why a definition cannot be used, and its position in the definition. */
export type Fault = FieldProblem

/** A fault in a property of the definition itself. */
export const faultOf = (fieldname: string, message: Message): Fault => ({ fieldname, message })

/**
 * A fault in a row of `fields`, `states` or `permissions`, by the row's index; of the whole table when the index is
 * negative.
 */
export function faultAt(table: string, index: number, rowFieldname: string, message: Message): Fault {
  return index < 0
    ? { fieldname: table, message }
    : { fieldname: table, message, row: index + 1, row_fieldname: rowFieldname }
}

/** @throws Problem 417 with the first fault as its message and all faults at their positions */
export function throwFaults(faults: readonly Fault[]): void {
  const [first] = faults
  if (first) throw new Problem(417, 'ValidationError', 'Invalid Value', first.message, { errors: faults })
}
