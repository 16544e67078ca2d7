import { isNarrowed, ListHeader, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, ListDetail, lazyPart, useShortcut } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityRows } from './EntityRows.tsx'
import type { RecordPanelProps } from './RecordPanel.tsx'
import { useListAddress } from './useListAddress.ts'
import { useListEntry } from './useListEntry.ts'
import { useRecordFocus } from './useRecordFocus.ts'
import { useRecordKeys } from './useRecordKeys.ts'

const RecordPanel = lazyPart(() => import('./RecordPanel.tsx'))
const NewRecord = lazyPart(() => import('./NewRecord.tsx'), 'window')

export interface RecordsScreenProps
  extends Pick<RecordPanelProps, 'entity' | 'baseRoute' | 'hasRecordTabs' | 'tabs' | 'actions'> {
  /** The record that the address names. */
  id: string | undefined
}

/** An entity's records: the list, and beside it the one that the address names (spec 2.4–2.10). */
export function RecordsScreen(props: RecordsScreenProps) {
  const { entity, id, baseRoute, hasRecordTabs = false, tabs, actions } = props
  const { t } = useI18n()
  const navigate = useNavigate()
  const [state, store] = useEntity(entity)
  useListAddress(state, store, id === undefined)
  useListEntry(id === undefined)
  useRecordKeys(state, baseRoute, id)
  const hasMoved = useRecordFocus(id)
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const { meta, status, activeList } = state
  const isRefused = status === 'denied' || status === 'missing'
  // Where there is nothing to choose from, nothing asks to choose, and what is to be said has all the room.
  const isBlank = status === 'ready' && state.listInfo.totalCount === 0 && !isNarrowed(state)
  const isWide = state.layout === 'Tiles' || isRefused || isBlank
  // Settings are one record, which is there already.
  const canCreate = meta?.doc_meta.permissions.create === 1 && meta.type !== 'Settings'
  const onAdd = canCreate ? add : undefined
  useShortcut('n', add, { isEnabled: canCreate, label: t('New {0}', [{ translate: entity }]) })

  return (
    <>
      <ListDetail
        listLabel={t(entity)}
        detailLabel={t('Details')}
        isDetailOpen={id !== undefined}
        variant={isWide ? 'wide' : 'split'}
        header={isRefused ? null : <ListHeader entity={entity} onAdd={onAdd} />}
        list={<EntityRows entity={entity} baseRoute={baseRoute} id={id} layout={state.layout} onAdd={onAdd} />}
        detail={
          id === undefined ? (
            activeList.length > 0 && (
              <EmptyState kind="choose" icon="arrow_back" title={<Text source="Select a record" />} />
            )
          ) : (
            <Suspense fallback={null}>
              <RecordPanel
                entity={entity}
                id={id}
                baseRoute={baseRoute}
                hasRecordTabs={hasRecordTabs}
                takesFocus={hasMoved}
                {...(tabs && { tabs })}
                {...(actions !== undefined && { actions })}
              />
            </Suspense>
          )
        }
      />
      {isAdding && (
        <Suspense fallback={null}>
          <NewRecord
            entity={entity}
            onClose={() => setAdding(false)}
            onCreated={(record) => {
              setAdding(false)
              void navigate(`${baseRoute}/${encodeURIComponent(record.id)}`)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
