import type { EntityRecord } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { memo, use, useId, useSyncExternalStore } from 'react'
import { fromDraft } from '../detail/form-drafts.ts'
import { RecordLink } from '../list/RecordLink.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { CellEditor } from './CellEditor.tsx'
import { CellProblem } from './CellProblem.tsx'
import type { CellEdit } from './cell-edits.ts'
import type { TableColumn } from './table-columns.ts'
import { TablePartsContext } from './table-context.ts'

interface TableCellProps {
  record: EntityRecord
  column: TableColumn
  /** Index of the column. */
  at: number
  /** The one cell that is a tab stop. */
  isStop: boolean
  isInBlock: boolean
  isEditing: boolean
  canChange: boolean
  /** Address of the record, for the cell that opens it. */
  href: string | undefined
  onOpen: (id: string) => void
}

/** One value of a record: as stored, on its way, or refused with its reason; while it is edited, the input of a form. */
export const TableCell = memo(function TableCell(props: TableCellProps) {
  const { record, column, at, isStop, isInBlock, isEditing, canChange } = props
  const { field, isPinned, start, width } = column
  const parts = use(TablePartsContext)
  const problemId = useId()
  const edit = useSyncExternalStore(
    (listener) => parts?.edits.watch(listener) ?? (() => undefined),
    () => parts?.edits.get(record.id, field.fieldname),
  )
  const { isNumeric, toInput } = fieldUi(field.fieldtype)
  const stored = record[field.fieldname]
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows and columns are windowed, so that the grid is no table
    <div
      role="gridcell"
      className="sheet-cell"
      aria-colindex={at + 2}
      {...(!canChange && { 'aria-readonly': true })}
      aria-invalid={edit?.problem !== undefined || undefined}
      aria-describedby={edit?.problem === undefined ? undefined : problemId}
      aria-selected={isInBlock || undefined}
      data-record={record.id}
      data-pinned={isPinned || undefined}
      data-numeric={isNumeric || undefined}
      data-title={column.isTitle || undefined}
      data-saving={edit?.isSaving || undefined}
      data-editing={isEditing || undefined}
      tabIndex={isStop ? 0 : -1}
      style={{ insetInlineStart: start, inlineSize: width }}
    >
      {isEditing ? (
        <CellEditor
          record={record}
          field={field}
          value={edit ? (edit.text ?? edit.value) : toInput ? toInput(stored) : stored}
          problem={edit?.problem}
        />
      ) : (
        <CellValue {...props} edit={edit} />
      )}
      {edit?.problem !== undefined && !isEditing && <CellProblem id={problemId} text={edit.problem} isShown={isStop} />}
    </div>
  )
})

function CellValue({ record, column, href, onOpen, edit }: TableCellProps & { edit: CellEdit | undefined }) {
  const { field, isTitle } = column
  if (edit?.text !== undefined) return <bdi>{edit.text}</bdi>
  const value = edit ? fromDraft([field], field.fieldname, edit.value) : record[field.fieldname]
  const values = edit ? { ...record, [field.fieldname]: value } : record
  if (isTitle)
    return (
      <RecordLink id={record.id} href={href} isCurrent={false} isStop={false} onOpen={onOpen}>
        <RecordTitle record={values} field={field.fieldname === 'id' ? undefined : field} />
      </RecordLink>
    )
  const { Cell } = fieldUi(field.fieldtype)
  return <Cell field={field} value={value} values={values} />
}
