import type { EntityState, EntityStore } from '@tavla/client'
import type { SummaryAnswer } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { useEnvironment } from '../environment.ts'
import { countText } from '../list/count-text.ts'
import { FigureMenu } from '../summary/FigureMenu.tsx'
import { chooseFigure, figureOf } from '../summary/figures.ts'
import type { TableColumns } from './table-columns.ts'

interface TableFootProps {
  state: EntityState
  store: EntityStore
  columns: TableColumns
  drawn: readonly number[]
  /** Number of refused cells in the table. */
  refused: number
  /** Goes to the next one of them. */
  onShow: () => void
  /** Null until the figures are known. */
  answer: SummaryAnswer | null
}

/** The number of records and the figures of numbers, over all that the list matches, not only over the rows read. */
export function TableFoot({ state, store, columns, drawn, refused, onShow, answer }: TableFootProps) {
  const { formatNumber } = useI18n()
  const { onError } = useEnvironment()
  const { listInfo, sums } = state
  return (
    <div className="sheet-foot" style={{ inlineSize: columns.total }}>
      <p className="sheet-count" style={{ inlineSize: Math.max(columns.pinnedEnd, 160) }}>
        <bdi className="numeric">{countText(listInfo, formatNumber)}</bdi>{' '}
        <Text source="{0, plural, one {Record} other {Records}}" args={[listInfo.totalCount]} />
        {refused > 0 && (
          <button type="button" className="sheet-refused" onClick={onShow}>
            <Text source="Not saved: {0}" args={[formatNumber(refused)]} />
          </button>
        )}
      </p>
      {drawn.map((index) => {
        const column = columns.all[index]
        if (!column || column.isPinned || fieldUi(column.field.fieldtype).isNumeric !== true) return null
        const { field, start, width } = column
        const figure = figureOf(field, sums)
        return (
          <div
            key={field.fieldname}
            className="sheet-figure figure-place"
            style={{ insetInlineStart: start, inlineSize: width }}
            data-chosen={figure}
          >
            <FigureMenu
              field={field}
              figure={figure}
              value={figure && answer?.data[`${figure}:${field.fieldname}`]}
              onChoose={(next) => void store.setSums(chooseFigure(sums, field.fieldname, next)).catch(onError)}
            />
          </div>
        )
      })}
    </div>
  )
}
