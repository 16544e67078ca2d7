import type { Meta } from '@tavla/contract'
import { type FieldForm, useEntity } from '@tavla/entity-ui'
import { useEffect, useMemo } from 'react'

/** The metadata of a deleted record, and the form that its fields stand in; null until it is read, and for no entity. */
export function useTrashedMeta(entity: string): { meta: Meta; form: FieldForm } | null {
  const [{ meta }, store] = useEntity(entity)
  useEffect(() => {
    // An entity that is gone leaves the facts of the deletion.
    if (entity !== '') store.loadMeta().catch(() => undefined)
  }, [store, entity])
  return useMemo(
    () => meta && { meta, form: { entity, id: null, meta, isInTrash: true, titles: new Map() } },
    [entity, meta],
  )
}
