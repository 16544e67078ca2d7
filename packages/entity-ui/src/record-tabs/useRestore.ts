import { justWritten } from '@tavla/client'
import type { EntityRecord, Meta, RestoreAnswer } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { notifyWritten } from '../undo/undo-flow.ts'
import type { ChangedPart } from './read-changes.ts'

/** A state of a record: on one side of a version, all of it or a part. */
export interface RestorePoint {
  version: string
  side: 'before' | 'after'
  part?: ChangedPart
}

/** Brings a record back to a former state, and offers to take that back (reference: metadata, Versions). */
export function useRestore(entity: string, id: string) {
  const { client, onError } = useEnvironment()
  const [{ meta, activeEntity: record }, store] = useEntity(entity)
  const { t } = useI18n()
  const [isPending, setPending] = useState(false)

  const call = async ({ version, side, part }: RestorePoint, modified: string | undefined) => {
    const answer = await client.entities.runAction<RestoreAnswer>(entity, id, 'restore', {
      ...{ version, side, ...part },
      ...(modified !== undefined && { modified }),
    })
    const operation = justWritten()
    await store.reloadRecord()
    return { ...answer, operation }
  }

  const restore = async (point: RestorePoint) => {
    if (isPending) return
    setPending(true)
    try {
      const { entity: now, not_restored: kept, operation } = await call(point, record?.modified)
      const labels = [...new Set(kept.map(({ fieldname }) => labelOf(meta, fieldname)))].map((label) => t(label))
      const left = labels.length > 0 ? t('Not restored: {0}', [labels.join(', ')]) : ''
      if (now.modified === record?.modified) {
        if (left) notify(`${left}. ${kept[0]?.message ?? ''}`, { tone: 'error' })
        return
      }
      const done = t('{0} was restored.', [titleOf(meta, now)])
      notifyWritten(t, left ? `${done} ${left}` : done, operation, () => void store.reloadRecord())
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
    }
  }

  return { restore, isPending }
}

const labelOf = (meta: Meta | null, name: string) =>
  meta?.all_fields.find(({ fieldname }) => fieldname === name)?.label ?? name

function titleOf(meta: Meta | null, record: EntityRecord): string {
  const title = record[meta?.doc_meta.title_field ?? 'id']
  return typeof title === 'string' && title !== '' ? title : record.id
}
