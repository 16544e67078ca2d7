import type { EntityState } from '@tavla/client'
import { GroupFigure } from '../groups/GroupHead.tsx'
import { GroupToggle } from '../groups/GroupToggle.tsx'
import type { ListGroup } from '../groups/list-groups.ts'
import type { Groups } from '../groups/useGroups.ts'
import { figureOf } from '../summary/figures.ts'
import type { TableColumns } from './table-columns.ts'
import { tableSizes } from './table-sizes.ts'

interface TableGroupProps {
  group: ListGroup
  groups: Groups
  columns: TableColumns
  drawn: readonly number[]
  state: Pick<EntityState, 'sums'>
  /** Index of the row. */
  at: number
  /** Number of rows down to the next head, this one included. */
  count: number
  isStop: boolean
}

/** The head of a group in a table, with the chosen figures below their columns; it stays in sight above its rows. */
export function TableGroup({ group, groups, columns, drawn, state, at, count, isStop }: TableGroupProps) {
  const isFolded = groups.isFolded(group.key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are windowed, so that the grid is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on its button
    <div
      role="row"
      className="sheet-group"
      aria-rowindex={at + 2}
      style={{ insetBlockStart: at * tableSizes.row, blockSize: count * tableSizes.row, inlineSize: columns.total }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as the row */}
      <div role="gridcell" className="sheet-group-head" aria-colindex={1} aria-colspan={columns.all.length + 1}>
        <div className="sheet-group-name">
          <GroupToggle
            {...{ group, isFolded, isStop }}
            choice={groups.choice}
            onFold={(next) => groups.fold(group.key, next)}
          />
        </div>
        {drawn.map((index) => {
          const column = columns.all[index]
          if (!column || column.isPinned || !figureOf(column.field, state.sums)) return null
          return (
            <div
              key={column.field.fieldname}
              className="sheet-figure sheet-group-figure"
              style={{ insetInlineStart: column.start, inlineSize: column.width }}
            >
              <GroupFigure field={column.field} group={group} sums={state.sums} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
