import type { EntityStore } from '@tavla/client'
import { textOrNull } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { tellLosses } from '../undo/tell-losses.ts'
import { BarStep, RecordBar } from './RecordBar.tsx'
import type { RecordForm } from './useRecordForm.ts'

interface DeletedBarProps {
  store: EntityStore
  id: string
  form: Pick<RecordForm, 'save'>
}

/**
 * Says that another user deleted the record under a draft. A user who may restore it does so and saves the draft onto it
 * in one step; a window lists what did not come back (reference: screens, Changes by others).
 */
export default function DeletedBar({ store, id, form }: DeletedBarProps) {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  const { entity } = store
  const [{ meta, activeEntity: record }] = useEntity(entity)
  const { value: item } = useReading(`${entity}\n${id}`, () => client.trash.restorable(entity, id))
  const [isPending, setPending] = useState(false)

  const restore = async (itemId: string) => {
    if (isPending) return
    setPending(true)
    try {
      const { not_restored } = await client.trash.restore(itemId)
      if (await store.reloadRecord()) await form.save()
      const title = textOrNull(record?.[meta?.doc_meta.title_field ?? '']) ?? id
      tellLosses(t, { entity, title, meta }, not_restored)
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
    }
  }

  const step = item ? <BarStep label="Restore and Save" onStep={() => void restore(item.id)} /> : null
  return (
    <RecordBar icon="delete" steps={step}>
      <Text source="This record was deleted." /> <Text source="Your changes are kept." />
    </RecordBar>
  )
}
