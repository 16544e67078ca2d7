import type { Message, MessageArg } from '@tavla/contract'
import type { FieldRule, ParseResult } from './types.ts'

/** Refuses a value with a sentence about the field, in which `{0}` is the field's label. */
export const refuse = (field: FieldRule, text: string, ...more: MessageArg[]): ParseResult => ({
  problem: about(field, text, more),
})

/** The value has more UTF-16 units than the field holds. */
export const tooLong = (field: FieldRule, maximum: number): ParseResult => ({
  problem: about(field, '{0} is too long (maximum {1} characters)', [maximum]),
  type: 'CharacterLengthExceededError',
})

/** The value is an object or a list instead of a single value. */
export const wrongShape = (field: FieldRule): ParseResult => refuse(field, 'The value for {0} is not valid')

function about(field: FieldRule, text: string, more: readonly MessageArg[]): Message {
  return { text, args: [{ translate: field.label }, ...more] }
}
