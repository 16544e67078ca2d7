import { createContext } from 'react'

/** The one thing that a screen does with the records selected in its list, in place of changing and deleting them. */
export interface SelectionAction {
  /** English source text. */
  label: string
  run(): void
}

export const SelectionActionContext = createContext<SelectionAction | null>(null)
