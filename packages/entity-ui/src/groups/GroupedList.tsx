import { isRecordRow } from '@tavla/client/grouped'
import { useI18n } from '@tavla/i18n/react'
import { type ComponentType, type CSSProperties, type KeyboardEvent, useMemo, useRef } from 'react'
import { ConfirmDelete } from '../detail/ConfirmDelete.tsx'
import { useEntity } from '../environment.ts'
import { ColumnsHead } from '../list/ColumnsHead.tsx'
import { tellCutText } from '../list/cut-text.ts'
import type { EntityListProps } from '../list/EntityList.tsx'
import { ListFields } from '../list/ListFields.tsx'
import { ListStates } from '../list/ListStates.tsx'
import { listSizes } from '../list/list-sizes.ts'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { useWordsOf } from '../list/record-words.ts'
import { rowFields } from '../list/row-fields.ts'
import { useRowForm } from '../list/row-form.ts'
import { numbersOf } from '../list/row-numbers.ts'
import { SumsLine } from '../list/SumsLine.tsx'
import { useListScroll } from '../list/useListScroll.ts'
import { useOpenRecord } from '../list/useOpenRecord.ts'
import { useRovingRows } from '../list/useRovingRows.ts'
import { useRowDeletion } from '../list/useRowDeletion.ts'
import { useSelectRow } from '../list/useSelectRow.ts'
import { figuresOf } from '../summary/figures.ts'
import { GroupedLines } from './GroupedLines.tsx'
import { GroupsNote } from './GroupsNote.tsx'
import { foldsBy } from './GroupToggle.tsx'
import { groupChoice } from './group-choice.ts'
import { groupPlaces } from './group-places.ts'
import { PrintGroups } from './PrintGroups.tsx'
import { useGroups } from './useGroups.ts'
import { headHeight, useLineTops } from './useLineTops.ts'
import { useLineWindow } from './useLineWindow.ts'
import '../list/list.css'
import '../list/record-link.css'
import './groups.css'

/**
 * The list of an entity in groups, each under its head (reference: screens, Sums and groups). Only lines near the viewport are
 * in the page, and only groups near it are read. Beside an open record the groups stay, with small heads.
 */
export default function GroupedList({ Rows, ...props }: GroupedListProps) {
  const [state] = useEntity(props.entity)
  // An address may ask for groups by what cannot be grouped.
  return groupChoice(state) ? <GroupLines {...props} /> : <Rows {...props} />
}

interface GroupedListProps extends EntityListProps {
  /** The list without groups. */
  Rows: ComponentType<EntityListProps>
}

function GroupLines(props: EntityListProps) {
  const { entity, activeId, onAdd, emptyText, hasLetterKeys, place, Confirm = ConfirmDelete, ...target } = props
  const { canSelect = true, canDelete = true } = props
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const { meta, listFields, listMeta, sums, selected } = state
  const fields = useMemo(() => rowFields({ meta, listFields, listMeta }), [meta, listFields, listMeta])
  const numbers = useMemo(() => numbersOf(fields), [fields])
  const { shown, source, groups, answer } = useGroups(state, store, numbers)
  const { activeList, status, isLoading } = shown
  const lines = groups?.lines ?? none
  const tops = useLineTops(activeList, lines)
  const parentRef = useRef<HTMLDivElement>(null)
  const view = useLineWindow(parentRef, tops)
  const ids = useMemo(() => activeList.map((row) => row.id), [activeList])
  const { onSelect, selectKeys } = useSelectRow(shown, source, canSelect)
  const { hrefOf, open } = useOpenRecord(store, target)
  useListScroll(shown, source, { parentRef, size: listSizes.rowHeight, place, tops })
  const { asking, setAsking, isDeleting, remove, ask } = useRowDeletion(shown, source, ids)
  const current = activeId === undefined ? state.activeId : activeId
  const told = useWordsOf(activeList.find(isRecordRow))?.told.join()
  const form = useRowForm(parentRef, fields, { hasBoxes: onSelect !== undefined, isBeside: current !== null, told })
  const { stop, goTo, handlers } = useRovingRows({
    ...{ parentRef, size: listSizes.rowHeight, ids, active: current, hasLetterKeys, tops, cover: headHeight },
    // The detail form deletes the open record.
    keys: { ...selectKeys, onDelete: (id) => canDelete && id !== current && ask(id) },
  })
  const places = useMemo(() => groupPlaces(lines), [lines])

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = event.target instanceof HTMLElement ? lines[ids.indexOf(event.target.dataset.record ?? '')] : undefined
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!line || !groups || !isPlain) return handlers.onKeyDown(event)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const folds = line.kind === 'head' ? foldsBy(event.key, groups.isFolded(line.group), isRtl) : undefined
    if (folds !== undefined) groups.fold(line.group, folds)
    // Back from a record to the head of its group.
    else if (line.kind === 'record' && event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft'))
      goTo(places.get(line.group)?.head ?? 0)
    else return handlers.onKeyDown(event)
    event.preventDefault()
  }

  const isFilled = lines.length > 0 && (status === 'ready' || status === 'loading')
  const hasBoxes = onSelect !== undefined
  return (
    <ListFields state={shown}>
      <div
        className="entity-list"
        data-selecting={selected.length > 0 || state.isSelecting || undefined}
        style={form.kind === 'columns' ? ({ '--columns': form.template } as CSSProperties) : undefined}
      >
        {isFilled && form.kind === 'columns' && <ColumnsHead {...{ state, store, fields, form, hasBoxes }} />}
        <div ref={parentRef} className="entity-list-area" aria-busy={isLoading}>
          {isFilled && groups ? (
            <>
              <ul
                aria-label={t(entity, undefined, entity)}
                style={{ blockSize: tops.total }}
                {...{ ...handlers, onKeyDown: handleKeyDown }}
                onPointerMove={tellCutText}
              >
                <GroupedLines
                  {...{ groups, lines, places, view, stop, tops, fields, form, numbers, onSelect, hrefOf, current }}
                  state={shown}
                  onOpen={open}
                />
              </ul>
              {!groups.isComplete && <GroupsNote />}
            </>
          ) : (
            <ListStates
              state={shown}
              store={source}
              onAdd={meta?.doc_meta.permissions.create ? onAdd : undefined}
              emptyText={emptyText}
            />
          )}
        </div>
        <ReadFailed state={shown} store={source} />
        {isFilled && form.kind !== 'rail' && figuresOf(numbers, sums).length > 0 && (
          <SumsLine {...{ state, store, fields, form, hasBoxes, numbers, answer }} />
        )}
        {groups && <PrintGroups {...{ groups, fields, numbers }} state={shown} isCovered={current !== null} />}
        {asking !== null && (
          <Confirm
            id={asking}
            hasTrash={meta?.doc_meta.has_trash}
            isPending={isDeleting}
            onConfirm={() => void remove(asking, goTo)}
            onCancel={() => setAsking(null)}
          />
        )}
      </div>
    </ListFields>
  )
}

const none: readonly never[] = []
