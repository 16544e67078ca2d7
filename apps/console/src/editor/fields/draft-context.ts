import { createContext, use } from 'react'

interface FieldDraft {
  /** The whole definition's draft. */
  values: Readonly<Record<string, unknown>>
  /** Replaces the rows of states. */
  setStates: (states: unknown) => void
}

/** What the options of a field need of the rest of the definition. */
export const FieldDraftContext = createContext<FieldDraft>({ values: {}, setStates: () => undefined })

export const useFieldDraft = (): FieldDraft => use(FieldDraftContext)
