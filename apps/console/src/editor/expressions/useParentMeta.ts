import type { EntityRecord, Meta } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'

/** The meta of an entity that has rows of this child entity; null for others, and while none is known. */
export function useParentMeta({ id, type }: EntityRecord): Meta | null {
  const { client } = useEnvironment()
  const [found, setFound] = useState<{ id: string; meta: Meta | null }>()
  const isTable = type === 'Table'
  useEffect(() => {
    if (!isTable) return
    let isCurrent = true
    const read = async () => {
      const filters = { 'fields.options': ['=', id], type: ['!=', 'Table'] }
      const { data } = await client.entities.list('Entity', { filters, fields: ['id'], limit_page_length: 1 })
      const [parent] = data
      if (!parent) return
      const store = client.store(parent.id)
      await store.loadMeta()
      if (isCurrent) setFound({ id, meta: store.getSnapshot().meta })
    }
    // Without it, names of the parent are not offered.
    read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [client, id, isTable])
  return isTable && found?.id === id ? found.meta : null
}
