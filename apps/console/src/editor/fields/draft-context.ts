import { createContext, use } from 'react'

interface FieldDraft {
  /** The draft of the whole definition. */
  values: Readonly<Record<string, unknown>>
  /** Replaces the rows of states. */
  setStates: (states: unknown) => void
}

/** The rest of the definition, for editors of options. */
export const FieldDraftContext = createContext<FieldDraft>({ values: {}, setStates: () => undefined })

export const useFieldDraft = (): FieldDraft => use(FieldDraftContext)
