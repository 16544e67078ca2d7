import { justWritten } from '@tavla/client'
import { type EntityRecord, type SlowLists as Slow, textOf } from '@tavla/contract'
import { notifyWritten, readRows, useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import './slow-lists.css'

/**
 * Says by which fields the lists of a large entity are slow, and gives these an index (reference: screens, Project
 * editor).
 */
export function SlowLists({ record }: { record: EntityRecord | null }) {
  const { t, formatNumber } = useI18n()
  const { client, onError } = useEnvironment()
  const [, store] = useEntity('Entity')
  const [isPending, setPending] = useState(false)
  const slow = record?.slow_lists as Slow | undefined
  if (!record || !slow) return null

  const rows = readRows(record.fields)
  const isSlow = (row: (typeof rows)[number]) => slow.fields.includes(textOf(row.fieldname))
  const labels = rows.filter(isSlow).map((row) => t(textOf(row.label)))
  const giveIndexes = async () => {
    setPending(true)
    try {
      const fields = rows.map((row) => (isSlow(row) ? { ...row, index: 1 } : row))
      await client.entities.update('Entity', { id: record.id, modified: record.modified, fields })
      notifyWritten(t, t('The lists have their indexes.'), justWritten())
      await store.reloadRecord()
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <section className="slow-lists" aria-label={t('Slow Lists')}>
      <Icon name="info" size="small" />
      <p>
        <Text
          source="With about {0} records, lists are slow when they are sorted or filtered by: {1}"
          args={[formatNumber(slow.records), labels.join(' · ')]}
        />
      </p>
      <Button size="small" isPending={isPending} onClick={() => void giveIndexes()}>
        <Text source="Add Indexes" />
      </Button>
    </section>
  )
}
