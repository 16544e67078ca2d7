import { type FieldMeta, limits } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { type ClipboardEvent, type RefObject, useEffect, useRef } from 'react'
import { readBlock, writeBlock } from '../cell-block.ts'
import { linkKey, useFieldForm, useFieldServices } from '../field-context.ts'
import { linkedTitle } from '../LinkText.tsx'
import { createLinkReader } from '../link-reader.ts'
import { sheetText, sheetValue } from '../sheet.ts'
import { setCell, setUnread, type TableRow } from '../table-rows.ts'
import { fieldUi } from '../ui-registry.ts'
import { cellOf } from './useTableKeys.ts'

interface ClipboardOptions {
  place: RefObject<HTMLElement | null>
  field: FieldMeta
  columns: readonly FieldMeta[]
  /** The rows as they are now. */
  rows(): readonly TableRow[]
  /** The rows that are copied. */
  chosen: readonly TableRow[]
  /** A new row with its defaults behind these. */
  begin(rows: readonly TableRow[]): TableRow[]
  onChange: ((rows: readonly TableRow[]) => void) | undefined
}

/** Most columns of a block that is pasted (reference: screens, Rows on screen). */
const maxColumns = 50

/**
 * Pastes a block of a spreadsheet from a cell on, below the last row as further rows, and copies chosen rows in the same
 * form. A text of which no value can be made stays beside its cell.
 */
export function useTableClipboard(options: ClipboardOptions) {
  const { place, columns, rows, chosen } = options
  const { t } = useI18n()
  const { resolveLinks } = useFieldServices()
  const { titles } = useFieldForm()
  // The form may render anew while links are looked up.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const say = (source: string, context?: string) => t(source, undefined, context)

  const paste = async (texts: readonly (readonly string[])[], top: number, fields: readonly FieldMeta[]) => {
    const { field, begin } = latest.current
    const readLink = createLinkReader(resolveLinks, {
      referenceEntity: typeof field.options === 'string' ? field.options : undefined,
      onFound: (entity, { value, label }) => titles.set(linkKey(entity, value), label),
    })
    // A link whose entity another cell of its row names is looked up once that cell is read.
    readLink.ahead(texts.flatMap((line) => line.map((text, column) => [linkedEntity(fields[column]), text] as const)))
    let unread = 0
    // Links are looked up in a copy; a cell that somebody fills in meanwhile stays.
    const first = latest.current.rows()
    let scratch = first
    const steps: ((rows: readonly TableRow[]) => readonly TableRow[])[] = []
    const take = (step: (rows: readonly TableRow[]) => readonly TableRow[]) => {
      scratch = step(scratch)
      steps.push(step)
    }
    for (const [at, line] of texts.entries()) {
      const index = top + at
      if (index >= limits.tableRows) break
      take((rows) => (index >= rows.length ? begin(rows) : rows))
      for (const [column, text] of line.entries()) {
        const target = fields[column]
        const row = scratch[index]
        if (!target || !row || target.read_only === 1) continue
        const { linksTo, toInput } = fieldUi(target.fieldtype)
        const linked = linksTo?.(target, row)
        const value = linked === undefined ? sheetValue(target, text, say) : await readLink(linked, text)
        if (value === undefined) {
          const isShared = linked !== undefined && (await readLink.isShared(linked, text))
          unread++
          take((rows) => setUnread(rows, index, target.fieldname, { text, isShared }))
        } else take((rows) => setCell(rows, index, target.fieldname, toInput ? text : value))
      }
    }
    const former = latest.current.rows()
    latest.current.onChange?.(former === first ? scratch : steps.reduce((rows, step) => step(rows), former))
    const count = Math.min(texts.length, limits.tableRows - top)
    const onAction = () => latest.current.onChange?.(former)
    const told = [t('{0} rows pasted', [count]), unread > 0 && t('{0} values were not understood.', [unread])]
    notify(told.filter(Boolean).join(' · '), { duration: 10_000, action: { label: t('Undo'), onAction } })
    if (count < texts.length)
      notify(t('{0} can hold at most {1} rows', [{ translate: field.label }, limits.tableRows]), { tone: 'error' })
  }

  return {
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      // One value, or lines for a box of many lines, goes where the caret is.
      const isBlock = text.includes('\t') || (/\n./.test(text) && !(event.target instanceof HTMLTextAreaElement))
      if (!place.current || !options.onChange || !isBlock || isInPanel(event.target)) return
      event.preventDefault()
      const at = cellOf(place.current, event.target) ?? { row: rows().length, column: 0 }
      const texts = text.length > maxText ? null : readBlock(text, limits.tableRows * maxColumns)
      if (texts === null)
        return void notify(t('At most {0} cells can be pasted at once.', [limits.tableRows * maxColumns]), {
          tone: 'error',
        })
      void paste(texts, at.row, columns.slice(at.column, at.column + maxColumns))
    },
    onCopy: (event: ClipboardEvent) => {
      if (chosen.length === 0 || hasSelectedText(event.target)) return
      const textOf = (row: TableRow, column: FieldMeta): string => {
        const value = row[column.fieldname]
        const { linksTo } = fieldUi(column.fieldtype)
        const title = linksTo && titles.get(linkKey(linksTo(column, row), String(value)))
        return title ?? linkedTitle(row, column.fieldname) ?? sheetText(column, value, say)
      }
      event.clipboardData.setData('text/plain', writeBlock(chosen.map((row) => columns.map((one) => textOf(row, one)))))
      event.preventDefault()
    },
  }
}

/** The entity that a link names, whatever its row holds; blank for other fields. */
const linkedEntity = (field: FieldMeta | undefined): string =>
  (field?.fieldtype === 'Link' && fieldUi(field.fieldtype).linksTo?.(field, {})) || ''

/** Longest text that is looked at. */
const maxText = 5 * limits.textLength

const isInPanel = (target: EventTarget): boolean => target instanceof Element && target.closest('[popover]') !== null

const hasSelectedText = (target: EventTarget): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.selectionStart !== target.selectionEnd
