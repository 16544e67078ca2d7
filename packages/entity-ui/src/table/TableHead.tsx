import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon, Menu, MenuItem, MenuSeparator } from '@tavla/ui'
import { type MouseEvent, memo, type ReactNode, useState } from 'react'
import { canGroup } from '../groups/group-choice.ts'
import type { ListOrder } from '../header/list-order.ts'
import type { TableColumn, TableColumns } from './table-columns.ts'
import type { ColumnSteps } from './useColumnSteps.ts'

interface TableHeadProps {
  columns: TableColumns
  drawn: readonly number[]
  order: ListOrder
  steps: ColumnSteps
  /** Column of the tab stop, −1 for the gutter; undefined while it is in a row. */
  stop: number | undefined
  /** The column at whose place a moved one would stand. */
  dropAt: string | undefined
  /** How many rows are selected; undefined if none can be. */
  chosen: 'none' | 'some' | 'all' | undefined
  onSelectAll: () => void
  /** False for the click that ends a move. */
  isClick: () => boolean
}

/** The heads of the columns: a click sorts, the edge resizes, a drag moves, and a menu has the rest. */
export const TableHead = memo(function TableHead(props: TableHeadProps) {
  const { columns, drawn, order, steps, stop, dropAt, chosen, onSelectAll, isClick } = props
  const { t } = useI18n()
  /** The column under the pointer or with the focus: one menu is enough. */
  const [near, setNear] = useState<string>()
  const approach = (name: string) => {
    if (!document.querySelector('.sheet-head [popover]:popover-open')) setNear(name)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: columns are windowed, so that the grid is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on its cells
    <div role="row" className="sheet-head" aria-rowindex={1} style={{ inlineSize: columns.total }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
      <div role="columnheader" className="sheet-gutter" aria-colindex={1} tabIndex={stop === -1 ? 0 : -1}>
        {chosen && (
          <Checkbox
            className="sheet-select"
            aria-label={t('Select All')}
            isChecked={chosen === 'all'}
            isMixed={chosen === 'some'}
            tabIndex={-1}
            onChange={onSelectAll}
          />
        )}
        <span className="visually-hidden">
          <Text source="Number" />
        </span>
      </div>
      {drawn.map((index) => {
        const column = columns.all[index]
        if (!column) return null
        const name = column.field.fieldname
        return (
          <HeadCell
            key={name}
            column={column}
            at={index}
            direction={order.fieldname === name ? order.direction : undefined}
            isStop={index === stop}
            isDrop={dropAt === name}
            onNear={() => approach(name)}
            onSort={() => isClick() && steps.sort(name)}
          >
            {near === name && <HeadMenu column={column} steps={steps} />}
          </HeadCell>
        )
      })}
    </div>
  )
})

interface HeadCellProps {
  column: TableColumn
  at: number
  direction: 'asc' | 'desc' | undefined
  isStop: boolean
  isDrop: boolean
  onNear: () => void
  onSort: () => void
  children: ReactNode
}

function HeadCell({ column, at, direction, isStop, isDrop, onNear, onSort, children }: HeadCellProps) {
  const { field, isPinned, start, width } = column
  // The grid has the keys.
  const presses = {
    onClick: (event: MouseEvent) => {
      if (!(event.target as Element).closest('.sheet-menu, [popover], .sheet-grip')) onSort()
    },
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the row
    <div
      role="columnheader"
      className="sheet-column"
      aria-colindex={at + 2}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
      data-column={field.fieldname}
      data-pinned={isPinned || undefined}
      data-numeric={fieldUi(field.fieldtype).isNumeric || undefined}
      data-drop={isDrop || undefined}
      tabIndex={isStop ? 0 : -1}
      style={{ insetInlineStart: start, inlineSize: width }}
      onPointerEnter={onNear}
      onFocus={onNear}
      {...presses}
    >
      <span className="sheet-label">
        <Text source={field.label} />
      </span>
      {direction && <Icon name={direction === 'asc' ? 'arrow_upward' : 'arrow_downward'} size="small" />}
      {children}
      <span className="sheet-grip" aria-hidden="true" />
    </div>
  )
}

/** Sorting, grouping, pinning and hiding of one column. */
function HeadMenu({ column, steps }: { column: TableColumn; steps: ColumnSteps }) {
  const { t } = useI18n()
  const name = column.field.fieldname
  const isGrouped = steps.groupedBy === name
  return (
    <Menu
      label={`${t('Column')}: ${t(column.field.label)}`}
      triggerClassName="sheet-menu"
      isStop={false}
      trigger={<Icon name="keyboard_arrow_down" size="small" />}
      align="end"
    >
      <MenuItem icon="arrow_upward" onAction={() => steps.sort(name, 'asc')}>
        <Text source="Ascending" />
      </MenuItem>
      <MenuItem icon="arrow_downward" onAction={() => steps.sort(name, 'desc')}>
        <Text source="Descending" />
      </MenuItem>
      {canGroup(column.field) && (
        <MenuItem icon="category" onAction={() => (isGrouped ? steps.ungroup() : steps.group(column.field))}>
          <Text source={isGrouped ? 'Ungroup' : 'Group By'} />
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon="push_pin" onAction={() => steps.pin(name, !column.isPinned)}>
        <Text source={column.isPinned ? 'Unpin' : 'Pin'} />
      </MenuItem>
      <MenuItem icon="visibility_off" isDisabled={steps.isLast} onAction={() => steps.hide(name)}>
        <Text source="Hide" />
      </MenuItem>
    </Menu>
  )
}
