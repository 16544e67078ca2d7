import type { ListScope } from '@tavla/client'
import { ListHeader, type NewRecordModalProps, useEntity, useEnvironment } from '@tavla/entity-ui'
import { scopeOf, TextScope, useI18n } from '@tavla/i18n/react'
import { ListDetail, useShortcut } from '@tavla/ui'
import { type ComponentType, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useNoteRecent } from '../palette/useNoteRecent.ts'
import { headingOf } from '../root/headings.ts'
import { closeForNext } from './close-for-next.ts'
import { EntityRows } from './EntityRows.tsx'
import { NewRecord, RecordPanel } from './parts.ts'
import type { RecordPanelProps } from './RecordPanel.tsx'
import { useListAddress } from './useListAddress.tsx'
import { useListEntry } from './useListEntry.ts'
import { useListPlace } from './useListPlace.ts'
import { useRecordFocus } from './useRecordFocus.ts'
import { useRecordKeys } from './useRecordKeys.ts'

export interface RecordsScreenProps
  extends Pick<RecordPanelProps, 'entity' | 'baseRoute' | 'hasRecordTabs' | 'tabs' | 'actions' | 'intro'> {
  /** The record in the address. */
  id: string | undefined
  /** Notes above the list. */
  notes?: ReactNode
  /** Actions on the whole list. */
  listActions?: ReactNode
  /** The conditions of the list, if it does not show all records of the entity. */
  scope?: ListScope
  /** Replaces the common panel and the common window, where metadata is not enough. */
  Panel?: ComponentType<RecordPanelProps>
  New?: ComponentType<NewRecordModalProps>
  /** The list only opens records: it shows rows, and neither creates, selects nor deletes. */
  isFixed?: boolean
  /** The rows of a fixed list have boxes, for the action of the screen (`SelectionActionContext`). */
  hasBoxes?: boolean
  /** English source text for a fixed list without records. */
  emptyText?: string
}

/**
 * An entity's records: the list over the whole width or, once the address has a record, beside it (reference:
 * screens, Lists; screens, Detail form).
 */
export function RecordsScreen(props: RecordsScreenProps) {
  const { entity, id, baseRoute, hasRecordTabs = false, tabs, actions, intro, notes, scope = everything } = props
  const { Panel = RecordPanel, New = NewRecord, isFixed = false, hasBoxes, emptyText, listActions } = props
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const navigate = useNavigate()
  const [state, store] = useEntity(entity)
  // Runs before the list below is entered.
  useLayoutEffect(() => store.setScope(scope), [store, scope])
  const address = useListAddress(state, store, id === undefined)
  useListEntry(id === undefined)
  useNoteRecent(entity, id)
  useRecordKeys(state, store, baseRoute, id)
  const hasMoved = useRecordFocus(id)
  const place = useListPlace(state)
  const { hash, pathname } = useLocation()
  const [isAdding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const { meta, status } = state
  const isRefused = status === 'denied' || status === 'missing'
  // Settings are one record, which already exists.
  const canCreate = meta?.doc_meta.permissions.create === 1 && meta.type !== 'Settings' && !isFixed
  const onAdd = canCreate ? add : undefined
  useShortcut('n', add, { isEnabled: canCreate, label: t('New {0}', [{ translate: entity, context: entity }]) })

  return (
    <TextScope value={scopeOf(entity)}>
      {address}
      <ListDetail
        listLabel={t(headingOf(entity))}
        detailLabel={t('Details')}
        isDetailOpen={id !== undefined}
        variant="wide"
        split={{
          label: t('Width of the list'),
          width: state.split,
          onChange: (width) => void store.setSplit(width).catch(onError),
        }}
        header={
          isRefused ? null : (
            <>
              {notes}
              <ListHeader
                entity={entity}
                onAdd={onAdd}
                canSelect={!isFixed}
                hasBoxes={hasBoxes}
                actions={listActions}
              />
            </>
          )
        }
        list={
          <EntityRows
            entity={entity}
            baseRoute={baseRoute}
            id={id}
            layout={state.layout}
            onAdd={onAdd}
            place={place}
            isFixed={isFixed}
            hasBoxes={hasBoxes}
            emptyText={emptyText}
          />
        }
        detail={
          id !== undefined && (
            <Suspense fallback={null}>
              <Panel
                entity={entity}
                id={id}
                baseRoute={baseRoute}
                hasRecordTabs={hasRecordTabs}
                takesFocus={hasMoved}
                {...(tabs && { tabs })}
                {...(actions !== undefined && { actions })}
                {...(intro !== undefined && { intro })}
              />
            </Suspense>
          )
        }
      />
      {(isAdding || hash === newHash) && (
        <Suspense fallback={null}>
          <New
            entity={entity}
            onClose={() => {
              setAdding(false)
              if (hash === newHash) void navigate(pathname, { replace: true })
            }}
            onReopen={add}
            onCreated={(record) => {
              closeForNext(() => setAdding(false))
              // Back leads to the list, not to another window.
              if (hash === newHash) void navigate(pathname, { replace: true })
              void navigate(`${baseRoute}/${encodeURIComponent(record.id)}`, { state: { isNew: true } })
            }}
          />
        </Suspense>
      )}
    </TextScope>
  )
}

const everything: ListScope = {}

/** End of the address of a list that opens the window for a new record. */
const newHash = '#new'
