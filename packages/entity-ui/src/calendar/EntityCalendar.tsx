import { useEffect, useMemo } from 'react'
import { useEntity } from '../environment.ts'
import { EntityList } from '../list/EntityList.tsx'
import { ListFields } from '../list/ListFields.tsx'
import { ListStates } from '../list/ListStates.tsx'
import { isNarrowed } from '../list/narrowed.ts'
import { PrintList } from '../list/PrintList.tsx'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { rowFields } from '../list/row-fields.ts'
import type { EntityTilesProps } from '../tiles/EntityTiles.tsx'
import { Calendar } from './Calendar.tsx'
import { calendarFields } from './calendar-fields.ts'
import '../list/list.css'
import '../list/record-link.css'
import './planner.css'
import './planner-block.css'
import './planner-rows.css'

/** The records of an entity by days (reference: screens, Calendar). */
export default function EntityCalendar(props: EntityTilesProps) {
  const { entity, activeId, onAdd, ...target } = props
  const [state, store] = useEntity(entity)
  const { meta, status, layoutFields } = state
  // The first page tells the number of records, and why there are none.
  useEffect(() => store.enter(), [store])
  const fields = useMemo(() => meta && calendarFields(meta, layoutFields), [meta, layoutFields])
  const current = activeId === undefined ? state.activeId : activeId
  const canAdd = meta?.doc_meta.permissions.create === 1 && onAdd !== undefined
  // An address may ask for a calendar of an entity that cannot have one.
  if (meta && !fields) return <EntityList {...props} />
  // Where nothing matches, the days stay: the next month may be empty too.
  const isFilled = status === 'ready' && (state.listInfo.totalCount > 0 || isNarrowed(state))
  return (
    <ListFields state={state}>
      <div className="entity-list" data-selecting={state.selected.length > 0 || state.isSelecting || undefined}>
        {isFilled && meta && fields ? (
          <Calendar
            key={`${fields.start.fieldname} ${fields.end?.fieldname}`}
            {...{ state, store, meta, fields, target }}
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
