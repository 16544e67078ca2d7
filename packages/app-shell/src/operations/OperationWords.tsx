import type { EntityRecord } from '@tavla/contract'
import { type RecordWords, RecordWordsContext } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Pill, type PillColor } from '@tavla/ui'
import { type ReactNode, useCallback } from 'react'
import { EntityName } from '../frame/EntityName.tsx'
import { useReadTitle } from './useReadTitle.ts'
import './operations.css'

/** Shows each operation below as the record or entity that it wrote, its kind, and whether it was undone. */
export function OperationWords({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const readTitle = useReadTitle()
  const wordsOf = useCallback(
    (row: EntityRecord): RecordWords | undefined => {
      const { kind, ref_entity: entity, ref_id: id, ref_title: title, undo_state: undone, door } = row
      if (typeof kind !== 'string') return undefined
      const named = [title, id].find((name) => typeof name === 'string' && name !== '')
      const ofEntity = typeof entity === 'string' && <EntityName name={entity} />
      const isOne = typeof named === 'string'
      return {
        title: isOne ? (
          <bdi>{readTitle(entity, named)}</bdi>
        ) : (
          <span>
            {ofEntity || <Text source="Several kinds of records" />} ({Number(row.record_count)})
          </span>
        ),
        ...(isOne && ofEntity && { beside: ofEntity }),
        states: (
          <>
            <Pill color={colors[kind]}>{t(kind)}</Pill>
            {typeof undone === 'string' && undone !== '' && (
              <Pill color={undone === 'Undone' ? 'Gray' : 'Yellow'}>{t(undone)}</Pill>
            )}
            {typeof door === 'string' && <span className="operation-door">{t(door)}</span>}
          </>
        ),
        told: ['kind', 'ref_entity', 'ref_id', 'record_count', 'undo_state', 'door'],
      }
    },
    [t, readTitle],
  )
  return <RecordWordsContext value={wordsOf}>{children}</RecordWordsContext>
}

/** As in a record's history, where it has the same kinds. */
const colors: Readonly<Record<string, PillColor>> = {
  Create: 'Green',
  Restore: 'Green',
  Update: 'Blue',
  'Bulk Edit': 'Blue',
  Definition: 'Cyan',
  Delete: 'Red',
  Purge: 'Red',
  Rename: 'Purple',
}
