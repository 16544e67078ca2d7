import type { EntityState } from '@tavla/client'
import { AlignedColumns, type FieldForm, FieldFormContext } from '@tavla/fields/ui'
import { useNow } from '@tavla/i18n/react'
import { type ReactNode, useMemo } from 'react'
import { useEnvironment } from '../environment.ts'

/** Tells the fields below which entity's states give their colours, and which year goes without saying. */
export function ListFields({ state, children }: { state: EntityState; children: ReactNode }) {
  const { entity, meta, listMeta, activeList } = state
  const presentYear = useNow(useEnvironment().now).slice(0, 4)
  const form = useMemo<FieldForm>(
    () => ({ entity, id: null, meta, presentYear, titles: new Map() }),
    [entity, meta, presentYear],
  )
  return (
    <FieldFormContext value={form}>
      <AlignedColumns fields={meta?.all_fields ?? listMeta.fieldInfo} rows={activeList}>
        {children}
      </AlignedColumns>
    </FieldFormContext>
  )
}
