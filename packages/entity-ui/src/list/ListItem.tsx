import { EntityRow, type EntityRowProps } from './EntityRow.tsx'

export interface ListItemProps extends EntityRowProps {
  /** Distance from the start of the list, in pixels. */
  start: number
  /** Place among the records of the list or group, from 0, and how many these are. */
  at: number
  count: number | undefined
}

/** A record's row at its place in a windowed list. */
export function ListItem({ start, at, count, ...row }: ListItemProps) {
  return (
    <li className="entity-list-item" aria-setsize={count} aria-posinset={at + 1} style={{ insetBlockStart: start }}>
      <EntityRow {...row} />
    </li>
  )
}
