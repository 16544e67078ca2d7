import type { EntityState, EntityStore } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { useBringBack } from './useBringBack.ts'

interface MissingRecordProps {
  state: EntityState
  store: EntityStore
  id: string
  /** The sentence for a record that is not in the trash either. */
  message: ReactNode
  /** The way to the list. */
  back: ReactNode
}

/** Replaces a record that is not there; a user who may restore it from the trash does so here. */
export function MissingRecord({ state, store, id, message, back }: MissingRecordProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const { entity, meta, activeEntity: record } = state
  const { value: item, isReading } = useReading(`${entity}\n${id}`, () => client.trash.restorable(entity, id))
  const bringBack = useBringBack()
  const [isPending, setPending] = useState(false)
  if (isReading && item === undefined) return <Skeleton shape="form" lines={8} label={t('Loading…')} />
  if (!item) return <EmptyState kind="notFound" title={message} action={back} />

  const restore = async () => {
    setPending(true)
    if (await bringBack({ entity, id, meta, record }, item.id)) await store.reloadRecord()
    setPending(false)
  }
  const steps = (
    <div className="missing-steps">
      <Button variant="primary" isPending={isPending} onClick={() => void restore()}>
        <Text source="Restore" />
      </Button>
      {back}
    </div>
  )
  return <EmptyState kind="notFound" icon="delete" title={<Text source="This record was deleted." />} action={steps} />
}
