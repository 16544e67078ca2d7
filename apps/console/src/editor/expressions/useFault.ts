import { compileExpression, ExpressionFault, type ValueKind } from '@tavla/expressions'
import { useI18n } from '@tavla/i18n/react'
import { useEffect, useMemo, useState } from 'react'
import type { ExpressionFinding } from '../change-check.ts'
import type { Scope } from './scope.ts'

/** Delay between the last key and a new fault, in milliseconds. */
const pause = 350

/** The part of a finding that its box shows. */
export type BoxFault = Pick<ExpressionFinding, 'start' | 'end' | 'message' | 'suggestion'>

/**
 * The fault of an expression in the reader's language, found in the browser: it waits until one pauses, and goes with the
 * key that mends it. Further faults, such as a circle, are the server's to find.
 */
export function useFault(text: string, scope: Scope, result: ValueKind, found: BoxFault | undefined) {
  const { t } = useI18n()
  const [still, setStill] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const fault = useMemo(() => faultOf(text, scope, result), [text, scope, result])
  if (!fault || !isKnownHere(text, scope)) return found
  if (still !== text) return undefined
  const { text: said, args, place, suggestion } = fault
  const message = t(said, [...args])
  return { ...place, message, ...(suggestion !== undefined && { suggestion }) } satisfies BoxFault
}

/** The rows of several entities have several parents, which the server knows. */
const isKnownHere = (text: string, { isWhole, parent }: Scope) => isWhole && !(parent && /\bparent\b/.test(text))

function faultOf(text: string, { names }: Scope, result: ValueKind): ExpressionFault | undefined {
  if (text.trim() === '') return undefined
  try {
    compileExpression(text, names, result)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionFault) return error
    throw error
  }
}
