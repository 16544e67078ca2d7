import { ListHeader, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, ListDetail, useShortcut } from '@tavla/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityRows } from './EntityRows.tsx'
import type { RecordPanelProps } from './RecordPanel.tsx'
import { useListAddress } from './useListAddress.ts'

const RecordPanel = lazy(() => import('./RecordPanel.tsx'))
const NewRecord = lazy(() => import('./NewRecord.tsx'))

export interface RecordsScreenProps extends Pick<RecordPanelProps, 'entity' | 'baseRoute' | 'tabs' | 'actions'> {
  /** The record that the address names. */
  id: string | undefined
}

/** An entity's records: the list, and beside it the one that the address names (spec 2.4–2.10). */
export function RecordsScreen({ entity, id, baseRoute, tabs, actions }: RecordsScreenProps) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [state, store] = useEntity(entity)
  useListAddress(state, store, id === undefined)
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
