import type { EntityRecord } from '@tavla/contract'
import { type RecordWords, RecordWordsContext } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { type ReactNode, useCallback } from 'react'
import { useReadTitle } from '../operations/useReadTitle.ts'

/** Shows each Trash Item below as the record that it holds. */
export function TrashWords({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const readTitle = useReadTitle()
  const wordsOf = useCallback(
    ({ ref_entity: entity, ref_id: id, title }: EntityRecord): RecordWords | undefined => {
      if (typeof entity !== 'string' || typeof id !== 'string') return undefined
      const name = typeof title === 'string' && title !== '' ? title : id
      // The item itself shows the id, which most rows have no room for.
      const told = ['ref_entity', 'ref_id', 'title']
      return {
        title: <bdi>{readTitle(entity, name)}</bdi>,
        beside: <bdi data-source={entity}>{t(entity, undefined, entity)}</bdi>,
        told,
      }
    },
    [t, readTitle],
  )
  return <RecordWordsContext value={wordsOf}>{children}</RecordWordsContext>
}
