import { isRowSelected } from '@tavla/client'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect, useMemo, useRef } from 'react'
import { useEntity } from '../environment.ts'
import { tellCutText } from './cut-text.ts'
import type { EntityListProps } from './EntityList.tsx'
import { EntityRow } from './EntityRow.tsx'
import { ListFields } from './ListFields.tsx'
import { ListStates } from './ListStates.tsx'
import { ReadFailed } from './ReadFailed.tsx'
import { rowFields } from './row-fields.ts'
import { useOpenRecord } from './useOpenRecord.ts'
import { useRovingRows } from './useRovingRows.ts'
import { useRowSlots } from './useRowSlots.ts'
import { useSelectRow } from './useSelectRow.ts'
import './list.css'
import './plain-list.css'
import './record-link.css'

/** The list of an entity without windowing (reference: screens, Lists), for short lists; more rows load on demand. */
export function PlainList(props: EntityListProps) {
  const { entity, activeId, onAdd, emptyText, canSelect = false, hasLetterKeys, ...target } = props
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const { activeList, listInfo, meta, listFields, listMeta, status, isLoading } = state
  const parentRef = useRef<HTMLDivElement>(null)
  const fields = useMemo(() => rowFields({ meta, listFields, listMeta }), [meta, listFields, listMeta])
  const slots = useRowSlots(parentRef, fields, canSelect !== false)
  const ids = useMemo(() => activeList.map((row) => row.id), [activeList])
  const { onSelect, selectKeys } = useSelectRow(state, store, canSelect)
  const { hrefOf, open } = useOpenRecord(store, target)
  const current = activeId === undefined ? state.activeId : activeId
  const { stop, handlers } = useRovingRows({
    ...{ parentRef, size: 0, ids, active: current, hasLetterKeys, keys: selectKeys },
  })
  useEffect(() => store.enter(), [store])

  if (activeList.length === 0 || (status !== 'ready' && status !== 'loading'))
    return (
      <ListStates
        state={state}
        store={store}
        onAdd={meta?.doc_meta.permissions.create ? onAdd : undefined}
        emptyText={emptyText}
      />
    )
  return (
    <ListFields state={state}>
      <div ref={parentRef} className="plain-list" aria-busy={isLoading}>
        <ul aria-label={t(entity, undefined, entity)} {...handlers} onPointerMove={tellCutText}>
          {activeList.map((record, index) => (
            <li key={record.id}>
              <EntityRow
                record={record}
                fields={fields}
                form={slots}
                href={hrefOf(record.id)}
                isActive={record.id === current}
                isSelected={isRowSelected(state, record.id)}
                isStop={index === stop}
                onSelect={onSelect}
                onOpen={open}
              />
            </li>
          ))}
        </ul>
        {listInfo.itemsLoaded < listInfo.totalCount && (
          <Button className="plain-list-more" isPending={isLoading} onClick={() => void store.loadMore()}>
            <Text source="More" />
          </Button>
        )}
        <ReadFailed state={state} store={store} />
      </div>
    </ListFields>
  )
}
