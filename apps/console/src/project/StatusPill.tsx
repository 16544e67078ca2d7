import { useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import { useEffect } from 'react'

/** A project's state in its colour from the entity. */
export function StatusPill({ status }: { status: string }) {
  const [{ meta }, store] = useEntity('Project')
  useEffect(() => {
    store.loadMeta().catch(() => undefined)
  }, [store])
  const color = meta?.states.find(({ title }) => title === status)?.color
  return (
    <Pill color={color}>
      <Text source={status} context="status" />
    </Pill>
  )
}
