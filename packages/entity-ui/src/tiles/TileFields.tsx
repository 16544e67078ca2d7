import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Cell } from '../list/Cell.tsx'
import { otherFields, type RowFields } from '../list/row-fields.ts'

interface TileFieldsProps {
  record: EntityRecord
  fields: RowFields
}

/** The other fields of a card, one per line; fields without room are counted, as in a row. */
export function TileFields({ record, fields }: TileFieldsProps) {
  const list = useRef<HTMLDListElement>(null)
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  const others = otherFields(record, fields)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the head of another record leaves other room
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setFitting(countLines(element))
    measure()
    // Behind an open record on a phone a card has no size yet.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [record, fields])
  return (
    <div className="entity-tile-line">
      <dl ref={list} className="entity-tile-fields">
        {others.map((field, at) => (
          <div key={field.fieldname} className={at < fitting ? undefined : 'entity-row-rest'}>
            <dt>
              <Text source={field.label} />
            </dt>
            <dd>
              <Cell field={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {others.length > fitting && (
        <span className="entity-row-more numeric" aria-hidden="true">
          <bdi dir="ltr">+{others.length - fitting}</bdi>
        </span>
      )}
    </div>
  )
}

/** Number of lines in sight: the others have wrapped into a second column. */
function countLines(list: HTMLElement): number {
  const lines = [...list.children].map((line) => (line instanceof HTMLElement ? line.offsetLeft : 0))
  return lines.filter((left) => left === lines[0]).length
}
