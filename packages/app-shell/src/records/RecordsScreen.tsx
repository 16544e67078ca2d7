import { ListHeader, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, ListDetail, lazyPart, useShortcut } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityRows } from './EntityRows.tsx'
import type { RecordPanelProps } from './RecordPanel.tsx'
import { useListAddress } from './useListAddress.ts'
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
  useRecordKeys(state, baseRoute, id)
  const hasMoved = useRecordFocus(id)
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const canCreate = state.meta?.doc_meta.permissions.create === 1
  useShortcut('n', add, { isEnabled: canCreate, label: t('New {0}', [{ translate: entity }]) })

  return (
    <>
      <ListDetail
        listLabel={t(entity)}
        detailLabel={t('Details')}
        isDetailOpen={id !== undefined}
        variant={state.layout === 'Tiles' ? 'wide' : 'split'}
        header={<ListHeader entity={entity} onAdd={add} />}
        list={<EntityRows entity={entity} baseRoute={baseRoute} id={id} layout={state.layout} onAdd={add} />}
        detail={
          id === undefined ? (
            <EmptyState kind="choose" icon="arrow_back" title={<Text source="Select a record" />} />
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
