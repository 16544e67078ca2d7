import { createContext } from 'react'
import { type Arrivals, noArrivals } from './arrivals.ts'

/** The values that others saved in the fields of a form, and the decision about one of them. */
export interface FieldMarks {
  arrivals: Arrivals
  settle: (fieldname: string, choice: 'mine' | 'theirs') => void
}

export const FieldMarksContext = createContext<FieldMarks>({ arrivals: noArrivals, settle: () => undefined })
