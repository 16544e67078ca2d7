import { ListHeader, useEntity } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { EmptyState, ListDetail, useShortcut } from '@tavla/ui'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { recordPath } from '../paths.ts'
import { EntityRows } from './EntityRows.tsx'
import { useListAddress } from './useListAddress.ts'

const RecordPanel = lazy(() => import('./RecordPanel.tsx'))
const NewRecord = lazy(() => import('./NewRecord.tsx'))

/** An entity's records: the list, and beside it the one that the address names (spec 2.4–2.10). */
export function EntityScreen() {
  const { entity = '', id } = useParams()
  return <Entity key={entity} entity={entity} id={id} />
}

function Entity({ entity, id }: { entity: string; id: string | undefined }) {
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
        list={<EntityRows entity={entity} id={id} layout={state.layout} onAdd={add} />}
        detail={
          id === undefined ? (
            <EmptyState kind="choose" icon="arrow_back" title={<Text source="Select a record" />} />
          ) : (
            <Suspense fallback={null}>
              <RecordPanel entity={entity} id={id} />
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
              void navigate(recordPath(entity, record.id))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
