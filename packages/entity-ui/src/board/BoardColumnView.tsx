import type { EntityStore } from '@tavla/client'
import { laneOf } from '@tavla/client/lanes'
import type { FieldMeta } from '@tavla/contract'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { BoardLane, type BoardLaneProps } from './BoardLane.tsx'
import { type BoardColumn, inColumn } from './board-columns.ts'
import { ColumnHead } from './ColumnHead.tsx'

interface BoardColumnViewProps extends Omit<BoardLaneProps, 'lane' | 'labelledBy'> {
  column: BoardColumn
  store: EntityStore
  field: FieldMeta
  needed: readonly string[]
  summed: FieldMeta | undefined
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  onAdd: (() => void) | undefined
}

/** One column: its head, and its cards once it has come into view. */
export function BoardColumnView(props: BoardColumnViewProps) {
  const { column, store, field, needed, summed, isFolded, onFold, onAdd, ...lane } = props
  const { carried } = props
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isSeen = useSeen(section)
  return (
    <section
      ref={section}
      className="board-column"
      aria-labelledby={id}
      data-column={JSON.stringify(column.key)}
      data-folded={isFolded || undefined}
      data-over={(carried !== null && carried.to === column.key && carried.from !== column.key) || undefined}
    >
      <ColumnHead {...{ id, column, field, summed, isFolded, onFold, onAdd }} />
      {!isFolded && isSeen && (
        <BoardLane
          {...lane}
          lane={laneOf(store, { where: inColumn(field, column.key), fields: needed })}
          labelledBy={id}
        />
      )}
    </section>
  )
}

/** True once the element has come near the view: columns far aside are read when somebody looks at them. */
function useSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isSeen || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { root: element.parentElement, rootMargin: '0px 240px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isSeen])
  return isSeen
}
