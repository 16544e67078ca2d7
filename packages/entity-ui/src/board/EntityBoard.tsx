import { useI18n } from '@tavla/i18n/react'
import { useEffect } from 'react'
import { useEntity } from '../environment.ts'
import { EntityList } from '../list/EntityList.tsx'
import { ListFields } from '../list/ListFields.tsx'
import { ListStates } from '../list/ListStates.tsx'
import { PrintList } from '../list/PrintList.tsx'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { rowFields } from '../list/row-fields.ts'
import type { EntityTilesProps } from '../tiles/EntityTiles.tsx'
import { Board } from './Board.tsx'
import { boardField } from './board-fields.ts'
import '../list/list.css'
import '../list/record-link.css'
import './board.css'

/** The records of an entity in columns by the values of one field (reference: screens, Board). */
export default function EntityBoard(props: EntityTilesProps) {
  const { entity, activeId, onAdd, ...target } = props
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const { meta, status, listInfo } = state
  // The first page tells the number of records, and why there are none.
  useEffect(() => store.enter(), [store])
  const field = meta ? boardField(meta, state.layoutFields.board_field) : undefined
  const current = activeId === undefined ? state.activeId : activeId
  const canAdd = meta?.doc_meta.permissions.create === 1 && onAdd !== undefined
  // An address may ask for a board of an entity that cannot have one.
  if (meta && !field) return <EntityList {...props} />
  const isFilled = status === 'ready' && listInfo.totalCount > 0
  return (
    <ListFields state={state}>
      <div className="entity-list" data-selecting={state.selected.length > 0 || state.isSelecting || undefined}>
        {isFilled && meta && field ? (
          <Board
            key={field.fieldname}
            {...{ state, store, meta, field, target }}
            label={t(entity, undefined, entity)}
            active={current}
            onAdd={canAdd ? onAdd : undefined}
          />
        ) : (
          <div className="entity-list-area">
            <ListStates state={state} store={store} onAdd={canAdd ? onAdd : undefined} />
          </div>
        )}
        <ReadFailed state={state} store={store} />
        <PrintList state={state} store={store} fields={rowFields(state)} isCovered={current !== null} />
      </div>
    </ListFields>
  )
}
