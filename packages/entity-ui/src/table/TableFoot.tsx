import type { EntityState, EntityStore } from '@tavla/client'
import type { ListSums } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Menu, MenuItem } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { useSummary } from '../summary/useSummary.ts'
import type { TableColumn, TableColumns } from './table-columns.ts'

interface TableFootProps {
  state: EntityState
  store: EntityStore
  columns: TableColumns
  drawn: readonly number[]
  /** Number of refused cells in the table. */
  refused: number
  /** Goes to the next one of them. */
  onShow: () => void
}

type Figure = ListSums[string]

const figures: readonly (readonly [Figure, label: string])[] = [
  ['sum', 'Sum'],
  ['avg', 'Average'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
]

/** The number of records and the figures of numbers, over all that the list matches, not only over the rows read. */
export function TableFoot({ state, store, columns, drawn, refused, onShow }: TableFootProps) {
  const { formatNumber } = useI18n()
  const { onError } = useEnvironment()
  const { listInfo, sums } = state
  const shown = columns.all.flatMap(({ field }) => {
    const figure = figureOf(field.fieldtype, sums[field.fieldname])
    return figure ? [`${figure}:${field.fieldname}`] : []
  })
  const { answer } = useSummary(store, shown.length > 0 ? { aggregates: shown.slice(0, 10) } : null)
  const choose = (name: string, figure: Figure | null) => {
    const { [name]: _, ...others } = sums
    void store.setSums(figure ? { ...others, [name]: figure } : others).catch(onError)
  }
  return (
    <div className="sheet-foot" style={{ inlineSize: columns.total }}>
      <p className="sheet-count" style={{ inlineSize: Math.max(columns.pinnedEnd, 160) }}>
        <bdi className="numeric">{formatNumber(listInfo.totalCount)}</bdi>{' '}
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
        const { fieldname, fieldtype } = column.field
        const figure = figureOf(fieldtype, sums[fieldname])
        return (
          <FootCell
            key={fieldname}
            column={column}
            figure={figure}
            value={figure && answer?.data[`${figure}:${fieldname}`]}
            onChoose={(next) => choose(fieldname, next)}
          />
        )
      })}
    </div>
  )
}

interface FootCellProps {
  column: TableColumn
  figure: Figure | undefined
  value: unknown
  onChoose: (figure: Figure | null) => void
}

function FootCell({ column, figure, value, onChoose }: FootCellProps) {
  const { t } = useI18n()
  const { field, start, width } = column
  const word = figures.find(([name]) => name === figure)?.[1] ?? 'Sum'
  return (
    <div className="sheet-figure" style={{ insetInlineStart: start, inlineSize: width }} data-chosen={figure}>
      <Menu
        label={`${t(word)}: ${t(field.label)}`}
        triggerClassName="sheet-figure-button"
        align="end"
        trigger={
          figure === undefined ? (
            <span className="sheet-figure-none">
              <Text source="Sum" />
            </span>
          ) : (
            <>
              {figure !== 'sum' && (
                <span className="sheet-figure-word">
                  <Text source={word} />
                </span>
              )}
              <FigureValue column={column} figure={figure} value={value} />
            </>
          )
        }
      >
        {figures.map(([name, label]) => (
          <MenuItem key={name} isChecked={name === figure} onAction={() => onChoose(name)}>
            <Text source={label} />
          </MenuItem>
        ))}
        {!isMoney(field.fieldtype) && (
          <MenuItem isChecked={figure === undefined} onAction={() => onChoose(null)}>
            <Text source="No figure" />
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

/** As a cell of the column; a mean of whole numbers has a fraction. */
function FigureValue({ column, figure, value }: { column: TableColumn; figure: Figure; value: unknown }) {
  const { formatNumber } = useI18n()
  const { Cell, isWhole } = fieldUi(column.field.fieldtype)
  if (value === null || value === undefined) return <span>–</span>
  if (figure === 'avg' && isWhole) return <bdi className="numeric">{formatNumber(Number(value), 2)}</bdi>
  return <Cell field={column.field} value={Number(value)} values={{}} />
}

/** Amounts of money show their sum until another figure is chosen. */
const isMoney = (fieldtype: string): boolean => {
  const { isNumeric, follows } = fieldUi(fieldtype)
  return isNumeric === true && follows !== undefined
}

const figureOf = (fieldtype: string, chosen: Figure | undefined): Figure | undefined =>
  fieldUi(fieldtype).isNumeric ? (chosen ?? (isMoney(fieldtype) ? 'sum' : undefined)) : undefined
