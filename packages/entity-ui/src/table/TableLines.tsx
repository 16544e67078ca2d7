import { type EntityState, isRowSelected } from '@tavla/client'
import { GroupFault } from '../groups/GroupFault.tsx'
import { drawnLines, groupPlaces } from '../groups/group-places.ts'
import type { Groups } from '../groups/useGroups.ts'
import { TableGroup } from './TableGroup.tsx'
import { TableRow } from './TableRow.tsx'
import { tableSizes } from './table-sizes.ts'
import type { useTable } from './useTable.ts'

interface TableLinesProps {
  state: EntityState
  table: ReturnType<typeof useTable>
  items: readonly { index: number }[]
  /** Null in a table without groups. */
  groups: Groups | null
  hrefOf: (id: string) => string | undefined
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  onOpen: (id: string) => void
}

/** The drawn rows, below the heads of their groups; the row with the focus stays in the page when it is scrolled away. */
export function TableLines({ state, table, items, groups, hrefOf, onSelect, onOpen }: TableLinesProps) {
  const { activeList } = state
  const { columns, drawn, place, block, editing } = table
  const lines = groups?.lines ?? []
  const places = groupPlaces(lines)
  const view = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? -1 }
  const indexes = groups ? drawnLines(lines, places, view, place.row) : withStop(items, place.row, activeList.length)
  const seen = new Set<string>()
  return indexes.map((index) => {
    const record = activeList[index]
    const line = lines[index]
    if (!record) return null
    if (groups && line?.kind === 'head') {
      const group = groups.byKey.get(line.group)
      const count = (places.get(line.group)?.end ?? index + 1) - index
      return (
        group && (
          <TableGroup
            key={record.id}
            {...{ group, groups, columns, drawn, count, state }}
            at={index}
            isStop={index === place.row}
          />
        )
      )
    }
    if (line?.kind === 'wait' || line?.kind === 'fault')
      return (
        <div
          key={record.id}
          role="presentation"
          className="sheet-row"
          style={{ insetBlockStart: index * tableSizes.row, inlineSize: columns.total }}
        >
          {line.error ? (
            <GroupFault error={line.error} onRetry={() => groups?.store.retryGroup(line.group)} />
          ) : (
            <span className="sheet-wait delayed" aria-hidden="true" />
          )}
        </div>
      )
    // Between two live refreshes a record may appear twice.
    const key = seen.has(record.id) ? `${record.id}\n${index}` : record.id
    seen.add(record.id)
    const isInBlock = block !== null && index >= block.top && index <= block.bottom
    return (
      <TableRow
        key={key}
        record={record}
        at={index}
        number={(line?.at ?? index) + 1}
        columns={columns}
        drawn={drawn}
        stop={index === place.row ? place.column : undefined}
        blockFirst={isInBlock ? block.first : undefined}
        blockLast={isInBlock ? block.last : undefined}
        isEditing={editing?.seen.id === record.id && index === place.row}
        isSelected={isRowSelected(state, record.id)}
        href={hrefOf(record.id)}
        canChange={table.canChange}
        onSelect={onSelect}
        onOpen={onOpen}
      />
    )
  })
}

/** Indexes of the drawn rows; the row with the focus stays in the page when it is scrolled away. */
function withStop(items: readonly { index: number }[], stop: number, count: number): readonly number[] {
  const drawn = items.map(({ index }) => index)
  if (stop < 0 || stop >= count || drawn.includes(stop)) return drawn
  return stop < (drawn[0] ?? 0) ? [stop, ...drawn] : [...drawn, stop]
}
