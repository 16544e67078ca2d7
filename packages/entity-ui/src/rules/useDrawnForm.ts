import type { EntityState } from '@tavla/client'
import type { EntityRecord, Meta } from '@tavla/contract'
import type { FormOutcome } from '@tavla/expressions/form'
import { type Editing, shownValues } from '../detail/record-editing.ts'
import { withStateChoices } from '../transitions/state-choices.ts'
import { drawnMeta } from './drawn-meta.ts'
import { useFormRules } from './useFormRules.ts'

/** A form as the expressions of its entity draw it. */
export interface DrawnForm {
  meta: Meta | null
  values: EntityRecord | null
  rows: FormOutcome['rows'] | undefined
}

/**
 * Draws the open record by the expressions of its entity: with live results of formulas, and with fields as their
 * conditions have them (reference: expressions, Conditions).
 */
export function useDrawnForm({ meta, activeEntity: stored }: EntityState, editing: Editing) {
  const { isLoading, outcomeOf } = useFormRules(meta)

  const drawnOf = (latest: Editing): DrawnForm => {
    if (!stored) return { meta, values: null, rows: undefined }
    const base = latest.isEditing && latest.base ? latest.base : stored
    const values = shownValues(latest, stored)
    const outcome = outcomeOf({ base, values, locked: stored._locked, recalculating: stored._recalculating })
    const drawn = meta && drawnMeta(meta, outcome?.fields)
    return {
      meta: drawn && latest.isEditing ? withStateChoices(drawn, stored, values) : drawn,
      values: outcome ? { ...outcome.values, id: values.id } : values,
      rows: outcome?.rows,
    }
  }
  return { isLoading, drawn: drawnOf(editing), drawnOf }
}
