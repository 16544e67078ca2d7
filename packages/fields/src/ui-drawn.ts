import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { createContext, use } from 'react'
import type { TableRow } from './table-rows.ts'

/** Why a field is closed: an English source text, and its argument in parts, of which labels are translated. */
export interface ClosedWhy {
  text: string
  words: readonly (string | { label: string; context?: string })[]
}

/** A field as the conditions of a record draw it. */
export interface DrawnField extends FieldMeta {
  why?: ClosedWhy | undefined
  /** Its stored value is being worked out anew. */
  isRecalculating?: boolean
}

/** The columns of a row that differ from their definition, by name. */
export interface DrawnRows {
  of(row: TableRow): ReadonlyMap<string, DrawnField>
}

/** The rows of a form's Table fields as conditions draw them, by name. */
export const DrawnRowsContext = createContext<ReadonlyMap<string, DrawnRows>>(new Map())

export const useDrawnRows = (fieldname: string): DrawnRows | undefined => use(DrawnRowsContext).get(fieldname)

/** The sentence that says why a field is closed, if anything but its definition closes it. */
export function useWhy(field: DrawnField): string | undefined {
  const { t } = useI18n()
  if (!field.why) return undefined
  const { text, words } = field.why
  const [first] = words
  if (words.length === 1 && typeof first === 'object') return t(text, [t(first.label, undefined, first.context)])
  // An expression runs from left to right in either language, and each label in it in its own direction.
  const spelled = words.map((word) =>
    typeof word === 'string' ? word : `\u2068${t(word.label, undefined, word.context)}\u2069`,
  )
  return t(text, [`\u2066${spelled.join('')}\u2069`])
}
