import { useMemo } from 'react'
import { figuresOf } from '../summary/figures.ts'
import { useSummary } from '../summary/useSummary.ts'
import { numbersOf } from './row-numbers.ts'
import { SumsLine, type SumsLineProps } from './SumsLine.tsx'

/** The line of sums of a list without groups. */
export default function ListSums(props: Omit<SumsLineProps, 'answer' | 'numbers'>) {
  const { store, fields, state } = props
  const numbers = useMemo(() => numbersOf(fields), [fields])
  const aggregates = figuresOf(numbers, state.sums)
  const { answer } = useSummary(store, aggregates.length > 0 ? { aggregates } : null)
  // Numbers of which nobody has chosen a figure need no line.
  return aggregates.length > 0 && <SumsLine {...props} numbers={numbers} answer={answer} />
}
