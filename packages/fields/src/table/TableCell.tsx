import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox, useTooltip } from '@tavla/ui'
import { Suspense, useId } from 'react'
import { linkKey, useFieldForm } from '../field-context.ts'
import { fieldInput } from '../input-registry.tsx'
import { linkedTitle } from '../LinkText.tsx'
import type { TableRow } from '../table-rows.ts'
import { useWhy } from '../ui-drawn.ts'
import { fieldUi } from '../ui-registry.ts'
import { valueText } from '../value-text.ts'
import { isNarrowCell } from './ui-tracks.ts'

interface TableCellProps {
  row: TableRow
  field: FieldMeta
  error: string | undefined
  onChange: ((fieldname: string, value: unknown) => void) | undefined
  autoFocus?: boolean
  /** In a column the label stands above the cells; the cell still has it as its accessible name. */
  isCompact?: boolean
}

/** A cell of a row that is edited. */
export function TableCell(props: TableCellProps) {
  const { field, isCompact = false, onChange } = props
  // Its column stays, for the rows that have a value there.
  if (field.hidden === 1) return <div className="table-cell" data-gone />
  return isCompact && onChange && field.read_only === 1 ? <ClosedCell {...props} /> : <OpenCell {...props} />
}

/** A cell whose value comes by itself, or that is locked: drawn as it is read, and Tab passes by it. It says why. */
function ClosedCell({ row, field, error }: TableCellProps) {
  const { t } = useI18n()
  const id = useId()
  const { Cell, isNumeric } = fieldUi(field.fieldtype)
  const why = useWhy(field)
  const { target, tip } = useTooltip(why, { isDisabled: why === undefined })
  const named = { role: 'group', 'aria-label': t(field.label), ...(why !== undefined && { 'aria-describedby': id }) }
  return (
    <div
      className="table-cell"
      {...named}
      data-closed
      data-numeric={isNumeric || undefined}
      data-narrow={isNarrowCell(field) || undefined}
      {...target}
    >
      <span className="table-label" aria-hidden="true">
        <Text source={field.label} />
      </span>
      <Cell field={field} value={row[field.fieldname]} values={row} />
      {error !== undefined && <span className="field-error">{error}</span>}
      {why !== undefined && (
        <span className="visually-hidden" id={id}>
          {why}
        </span>
      )}
      {tip}
    </div>
  )
}

/** An open cell, or in an opened row a field that may be closed. */
function OpenCell({ row, field, error, onChange, autoFocus = false, isCompact = false }: TableCellProps) {
  const { t } = useI18n()
  const { check, isNumeric, isMoment, isPill } = fieldUi(field.fieldtype)
  const { Input } = fieldInput(field.fieldtype)
  const title = useLinkTitle(row, field)
  const why = useWhy(field)
  const value = row[field.fieldname]
  const complaint = check?.(value, field)
  const unread = row._unread?.[field.fieldname]
  const isShared = row._shared?.includes(field.fieldname)
  const read = title ?? (typeof value === 'string' ? value.slice(0, 200) : undefined)
  const canChange = onChange !== undefined && field.read_only !== 1
  return (
    <div
      className="table-cell"
      data-compact={isCompact || undefined}
      data-numeric={isNumeric || undefined}
      data-narrow={isNarrowCell(field) || undefined}
      data-text={isCompact && !isMoment && !isPill ? read : undefined}
    >
      <FieldBox
        label={<Text source={field.label} />}
        isRequired={field.reqd === 1}
        description={why}
        error={
          unread === undefined ? (
            (error ?? (complaint ? <Text source={complaint} args={[{ translate: field.label }]} /> : undefined))
          ) : (
            <>
              <bdi className="table-unread">{unread}</bdi>
              {isShared && <span className="table-shared">{t('Several records are called {0}.', [unread])}</span>}
            </>
          )
        }
      >
        <Suspense fallback={<div className="input" aria-busy="true" />}>
          <Input
            field={field}
            value={value}
            values={row}
            autoFocus={autoFocus}
            isCompact={isCompact}
            onChange={canChange ? (cell) => onChange(field.fieldname, cell) : undefined}
          />
        </Suspense>
      </FieldBox>
    </div>
  )
}

/** The same cell while its row is far from what is seen: drawn as it is read, at the same height. */
export function FarCell({ row, field }: Pick<TableCellProps, 'row' | 'field'>) {
  const { t } = useI18n()
  const { Cell, isNumeric } = fieldUi(field.fieldtype)
  const title = useLinkTitle(row, field)
  if (field.hidden === 1) return <div className="table-cell" data-gone />
  return (
    <div
      className="table-cell"
      data-far={t(field.label)}
      data-closed={field.read_only === 1 || undefined}
      data-numeric={isNumeric || undefined}
      data-narrow={isNarrowCell(field) || undefined}
    >
      {title === undefined ? <Cell field={field} value={row[field.fieldname]} values={row} /> : <bdi>{title}</bdi>}
    </div>
  )
}

/** The title of the record that a cell links to, once it is known. */
function useLinkTitle(row: TableRow, field: FieldMeta): string | undefined {
  const { titles } = useFieldForm()
  const { linksTo } = fieldUi(field.fieldtype)
  if (!linksTo) return undefined
  return titles.get(linkKey(linksTo(field, row), valueText(row[field.fieldname]))) ?? linkedTitle(row, field.fieldname)
}
