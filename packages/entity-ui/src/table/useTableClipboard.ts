import type { EntityState } from '@tavla/client'
import { type EntityRecord, type FieldMeta, limits } from '@tavla/contract'
import { sheetText, sheetValue } from '@tavla/fields/sheet'
import { fieldUi, linkedTitle, useFieldServices } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { announce, notify } from '@tavla/ui'
import type { ClipboardEvent } from 'react'
import { maxPastedCells, readBlock, writeBlock } from './cell-block.ts'
import type { GridBlock } from './grid-place.ts'
import { createLinkReader } from './link-reader.ts'
import type { TableColumns } from './table-columns.ts'
import type { CanChange } from './table-context.ts'
import type { CellEditing } from './useCellEditing.ts'

interface ClipboardOptions {
  state: EntityState
  columns: TableColumns
  block: GridBlock
  canChange: CanChange
  cells: CellEditing
  /** Tells how many records were saved. */
  tell(saved: number): void
}

/** Copies a block of cells for a spreadsheet, and pastes one from there, each record as an ordinary save. */
export function useTableClipboard(options: ClipboardOptions) {
  const { state, columns, block, canChange, cells, tell } = options
  const { t } = useI18n()
  const { suggestLinks } = useFieldServices()
  const say = (source: string, context?: string) => t(source, undefined, context)

  const fieldsOf = (first: number, count: number) =>
    columns.all.slice(Math.max(0, first), Math.max(0, first) + count).map(({ field }) => field)

  const handleCopy = (event: ClipboardEvent) => {
    if (isInInput(event.target) || block.top < 0) return
    const fields =
      block.first < 0 ? columns.all.map(({ field }) => field) : fieldsOf(block.first, block.last - block.first + 1)
    const records = state.activeList.slice(block.top, block.bottom + 1)
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

  const pasteRow = async (
    record: EntityRecord,
    fields: readonly FieldMeta[],
    texts: readonly string[],
    readLink: ReturnType<typeof createLinkReader>,
  ): Promise<boolean> => {
    const changes = new Map<string, unknown>()
    for (const [at, field] of fields.entries()) {
      const text = texts[at]
      if (text === undefined) continue
      const refuse = (problem: string) =>
        cells.edits.set(record.id, field.fieldname, { value: record[field.fieldname], text, isSaving: false, problem })
      if (!canChange(record, field)) {
        if (text !== '') refuse(t('{0} cannot be changed here.', [{ translate: field.label }]))
        continue
      }
      const { linksTo, toInput } = fieldUi(field.fieldtype)
      const value = linksTo ? await readLink(linksTo(field, record), text) : sheetValue(field, text, say)
      if (value === undefined) refuse(t('The value for {0} is not valid', [{ translate: field.label }]))
      else changes.set(field.fieldname, value)
      if (value !== undefined)
        cells.edits.set(record.id, field.fieldname, { value: toInput ? text : value, isSaving: true })
    }
    return changes.size > 0 && cells.save(record, changes)
  }

  const paste = async (rows: readonly (readonly string[])[]) => {
    const [[single = ''] = []] = rows
    const isFill = rows.length === 1 && rows[0]?.length === 1
    const height = isFill ? block.bottom - block.top + 1 : rows.length
    const width = isFill ? block.last - block.first + 1 : Math.max(...rows.map((row) => row.length))
    const fields = fieldsOf(block.first, width)
    const records = state.activeList.slice(block.top, block.top + height)
    if (records.length < height) notify(t('Rows without a record were left out: {0}', [height - records.length]))
    const readLink = createLinkReader(suggestLinks)
    let saved = 0
    // A few at a time, so that the site stays free for others.
    const waiting = records.entries()
    const work = async () => {
      for (const [at, record] of waiting) {
        const texts = isFill ? fields.map(() => single) : (rows[at] ?? [])
        if (await pasteRow(record, fields, texts, readLink)) saved++
      }
    }
    await Promise.all([work(), work(), work()])
    if (saved > 0) tell(saved)
  }

  const handlePaste = (event: ClipboardEvent) => {
    if (isInInput(event.target) || block.top < 0) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    const rows = text.length > maxText ? null : readBlock(text)
    if (rows === null)
      return void notify(t('At most {0} cells can be pasted at once.', [maxPastedCells]), { tone: 'error' })
    if (rows.length > 0) void paste(rows)
  }

  return { onCopy: handleCopy, onPaste: handlePaste }
}

/** Longest text that is looked at. */
const maxText = 5 * limits.textLength

const isInInput = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.sheet-editor, [popover]') !== null
