import { invalid, limits } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { compileField, type Field } from '../model/field.ts'

/** Key of a body that holds the reason of a transition (reference: transitions, Rules). */
export const reasonKey = '_reason'

/** The reason as a column of a file, which no record has. */
export const reasonField = ({ types }: Engine): Field =>
  compileField({ fieldname: reasonKey, label: 'Reason', fieldtype: 'Small Text' }, 0, false, types)

/** The reason without blanks around it; null for none. @throws Problem 417 */
export function readReason(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw invalid('The value for {0} is not valid', [{ translate: 'Reason' }])
  const text = value.trim()
  if (text.length <= limits.reasonLength) return text || null
  const args = [{ translate: 'Reason' }, limits.reasonLength]
  throw invalid('{0} is too long (maximum {1} characters)', args)
}
