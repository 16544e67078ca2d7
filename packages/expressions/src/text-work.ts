import { expressionLimits } from './limits.ts'

let left = 0

/** A run of an expression begins. Runs are synchronous, so one count is enough. */
export function beginTextWork(): void {
  left = expressionLimits.textWork
}

/** Counts the characters that a function goes through. @throws Error when the run went through too many */
export function counted(text: string): string {
  left -= text.length
  if (left < 0) throw new Error('The expression goes through too much text.')
  return text
}

/** The number of its characters; a pair of surrogates is one. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let at = 1; at < text.length; at++) {
    if (isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))) length--
  }
  return length
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
