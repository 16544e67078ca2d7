import type { EntityState } from '@tavla/client'
import { isRecordRow } from '@tavla/client/grouped'
import { type EntityRecord, type FieldMeta, limits } from '@tavla/contract'
import { maxPastedCells, readBlock, sheetText, writeBlock } from '@tavla/fields/sheet'
import { fieldUi, linkedTitle } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { announce, notify } from '@tavla/ui'
import type { ClipboardEvent } from 'react'
import type { GridBlock } from './grid-place.ts'
import type { TableColumns } from './table-columns.ts'
import { isOneCell } from './usePasting.ts'

interface ClipboardOptions {
  state: EntityState
  columns: TableColumns
  block: GridBlock
  /** Writes texts into the cells from the top start of a block. */
  onPaste(rows: readonly (readonly string[])[], block: GridBlock, fields: readonly FieldMeta[]): void
}

/** Copies a block of cells for a spreadsheet, and pastes one from there. */
export function useTableClipboard({ state, columns, block, onPaste }: ClipboardOptions) {
  const { t } = useI18n()
  const say = (source: string, context?: string) => t(source, undefined, context)

  const fieldsOf = (first: number, count: number) =>
    columns.all.slice(Math.max(0, first), Math.max(0, first) + count).map(({ field }) => field)

  const handleCopy = (event: ClipboardEvent) => {
    if (isInInput(event.target) || block.top < 0) return
    const fields =
      block.first < 0 ? columns.all.map(({ field }) => field) : fieldsOf(block.first, block.last - block.first + 1)
    const records = state.activeList.slice(block.top, block.bottom + 1).filter(isRecordRow)
    const text = (record: EntityRecord, field: FieldMeta) => {
      const value = record[field.fieldname]
      const { linksTo } = fieldUi(field.fieldtype)
      if (linksTo) return linkedTitle(record, field.fieldname) ?? sheetText(field, value, say)
      return sheetText(field, value, say)
    }
    event.clipboardData.setData('text/plain', writeBlock(records.map((one) => fields.map((field) => text(one, field)))))
    event.preventDefault()
    announce(t('Cells copied: {0}', [records.length * fields.length]))
  }

  const paste = (rows: readonly (readonly string[])[]) => {
    const width = isOneCell(rows) ? block.last - block.first + 1 : Math.max(...rows.map((row) => row.length))
    onPaste(rows, block, fieldsOf(block.first, width))
  }

  const handlePaste = (event: ClipboardEvent) => {
    if (isInInput(event.target) || block.top < 0) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const rows = text.length > maxText ? null : readBlock(text)
    if (rows === null)
      return void notify(t('At most {0} cells can be pasted at once.', [maxPastedCells]), { tone: 'error' })
    if (rows.length > 0) paste(rows)
  }

  return {
    /** Empties the cells of the block. */
    empty: () => paste([['']]),
    handlers: { onCopy: handleCopy, onPaste: handlePaste },
  }
}

/** Longest text that is looked at. */
const maxText = 5 * limits.textLength

const isInInput = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.sheet-editor, [popover]') !== null
