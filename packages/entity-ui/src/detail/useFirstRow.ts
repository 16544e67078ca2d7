import type { FieldMeta, Meta } from '@tavla/contract'
import { useEffect, useEffectEvent } from 'react'
import { firstTable } from './first-row.ts'

interface FirstRowOptions {
  /** The record was just made, and nobody has seen it open. */
  isNew: boolean
  meta: Meta | null
  canEdit: boolean
  /** Begins editing with a row in this field. */
  begin: (table: FieldMeta) => void
  onBegun: (() => void) | undefined
}

/** Opens a new record for its first row, when it is one with rows (reference: screens, New record). */
export function useFirstRow({ isNew, meta, canEdit, begin, onBegun }: FirstRowOptions): void {
  const table = isNew && canEdit && meta ? firstTable(meta) : undefined
  const handle = useEffectEvent(() => {
    onBegun?.()
    if (table) begin(table)
  })
  const isDue = table !== undefined
  useEffect(() => {
    if (isDue) handle()
  }, [isDue])
}
