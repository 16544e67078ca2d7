import { type EntityState, isRowSelected } from '@tavla/client'
import type { GroupLine } from '@tavla/client/grouped'
import type { FieldMeta } from '@tavla/contract'
import { ListItem } from '../list/ListItem.tsx'
import type { RowFields } from '../list/row-fields.ts'
import type { RowForm } from '../list/row-form.ts'
import { GroupFault } from './GroupFault.tsx'
import { GroupHead } from './GroupHead.tsx'
import { drawnLines, type GroupPlace } from './group-places.ts'
import type { LineTops } from './line-tops.ts'
import type { Groups } from './useGroups.ts'

interface GroupedLinesProps {
  /** With the lines as rows. */
  state: EntityState
  groups: Groups
  lines: readonly GroupLine[]
  places: ReadonlyMap<string, GroupPlace>
  view: { first: number; last: number }
  stop: number
  tops: LineTops
  fields: RowFields
  form: RowForm
  numbers: readonly FieldMeta[]
  current: string | null
  hrefOf: (id: string) => string | undefined
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  onOpen: (id: string) => void
}

/** Heads and rows near the view. A head spans its group, so that it stays in sight above the rows. */
export function GroupedLines(props: GroupedLinesProps) {
  const { state, groups, lines, places, view, stop, tops, fields, form, numbers, current } = props
  const { hrefOf, onSelect, onOpen } = props
  const seen = new Set<string>()
  return drawnLines(lines, places, view, stop).map((index) => {
    const line = lines[index]
    const record = state.activeList[index]
    if (!line || !record) return null
    const group = groups.byKey.get(line.group)
    const start = tops.topOf(index)
    if (line.kind === 'head') {
      const end = tops.topOf(places.get(line.group)?.end ?? index + 1)
      return (
        <li key={record.id} className="group-place" style={{ insetBlockStart: start, blockSize: end - start }}>
          {group && (
            <GroupHead
              {...{ group, groups, form, numbers }}
              hasBoxes={onSelect !== undefined}
              hasPicture={fields.image !== undefined}
              sums={state.sums}
              isStop={index === stop}
            />
          )}
        </li>
      )
    }
    if (line.kind === 'fault')
      return (
        <li key={record.id} className="group-fault-place" style={{ insetBlockStart: start }}>
          {line.error && <GroupFault error={line.error} onRetry={() => groups.store.retryGroup(line.group)} />}
        </li>
      )
    if (line.kind === 'wait')
      return (
        <li key={record.id} className="entity-list-item" style={{ insetBlockStart: start }} aria-hidden="true">
          <span className="entity-row-wait delayed" />
        </li>
      )
    // While a record moves from one group to another, both may have it.
    const key = seen.has(record.id) ? `${record.id}\n${index}` : record.id
    seen.add(record.id)
    return (
      <ListItem
        key={key}
        {...{ start, record, fields, form, onSelect, onOpen }}
        at={line.at}
        count={group?.count}
        href={hrefOf(record.id)}
        isActive={record.id === current}
        isSelected={isRowSelected(state, record.id)}
        isStop={index === stop}
      />
    )
  })
}
