import type { EntityState } from '@tavla/client'
import { type FieldForm, FieldFormContext, GroupedColumns } from '@tavla/fields/ui'
import { type ReactNode, useMemo } from 'react'

/** Tells the fields below which entity's states give their colours. */
export function ListFields({ state, children }: { state: EntityState; children: ReactNode }) {
  const { entity, meta, listMeta, activeList } = state
  const form = useMemo<FieldForm>(() => ({ entity, id: null, meta, titles: new Map() }), [entity, meta])
  return (
    <FieldFormContext value={form}>
      <GroupedColumns fields={meta?.all_fields ?? listMeta.fieldInfo} rows={activeList}>
        {children}
      </GroupedColumns>
    </FieldFormContext>
  )
}
