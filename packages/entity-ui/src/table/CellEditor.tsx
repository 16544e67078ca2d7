import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldInput } from '@tavla/fields/inputs'
import { type FieldForm, FieldFormContext, fieldUi, useFieldForm } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox } from '@tavla/ui'
import {
  type FocusEvent,
  type KeyboardEvent,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useEnvironment } from '../environment.ts'
import { stateCell } from '../transitions/state-choices.ts'
import { type EndOfEdit, TablePartsContext } from './table-context.ts'

interface CellEditorProps {
  record: EntityRecord
  field: FieldMeta
  /** The value to begin with, in the form of a draft. */
  value: unknown
  /** Why the former value was refused. */
  problem: string | undefined
}

/** The input of a form in the cell of a table. Enter, Tab and leaving save, Escape gives the stored value back. */
export function CellEditor({ record, field: column, value: first, problem }: CellEditorProps) {
  const { t } = useI18n()
  const { roles = none } = useEnvironment().session
  const parts = use(TablePartsContext)
  const list = useFieldForm()
  const [field] = useState(() => (list.meta ? stateCell(list.meta, column, record, roles, t) : column))
  const form = useMemo<FieldForm>(() => ({ ...list, id: record.id }), [list, record.id])
  const [value, setValue] = useState(first)
  const latest = useRef(first)
  const isOver = useRef(false)
  const begun = useRef('')
  const box = useRef<HTMLDivElement>(null)
  const { isChoice } = fieldUi(field.fieldtype)
  const { Input } = fieldInput(field.fieldtype)

  useLayoutEffect(() => {
    begun.current = takeFocus(box.current, parts?.begunBy())
  }, [parts])

  const end = (move: EndOfEdit) => {
    if (isOver.current) return
    isOver.current = true
    parts?.finish(latest.current, move)
  }
  const change = (next: unknown) => {
    latest.current = next
    setValue(next)
    // An emptied box waits for another choice.
    if (isChoice && next !== null) end('stay')
  }

  // Before the parts of a date, which keep Enter to themselves.
  const handleFirst = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isInPanel(event.target)) return
    if (event.key === 'Escape') {
      isOver.current = true
      parts?.cancel()
    } else if (event.key === 'Enter' && !isOpen(box.current) && !isLineBreak(event)) {
      end(event.shiftKey ? 'up' : 'down')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  /** The text of a box with suggestions of which none was chosen yet. */
  const openText = (target: EventTarget): string | undefined =>
    target instanceof HTMLInputElement && target.role === 'combobox' && target.value !== begun.current
      ? target.value
      : undefined
  const handleKey = (event: KeyboardEvent) => {
    const isEnd = event.key === 'Tab' || event.key === 'Enter'
    if (event.key === 'Tab') event.preventDefault()
    // A text that nothing was found for stays in its box.
    if (isEnd && !openText(event.target)) end(event.key === 'Enter' ? 'down' : event.shiftKey ? 'previous' : 'next')
    event.stopPropagation()
  }
  const leave = (target: EventTarget) => {
    const text = openText(target)
    if (!text || isOver.current) return end('none')
    isOver.current = true
    parts?.keepText(text)
  }
  const handleBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget) || !document.hasFocus()) return
    leave(event.target)
  }
  // No blur comes where the cell goes away under the caret, as on a phone that is turned.
  const leaveGone = useEffectEvent((element: HTMLElement | null) => {
    if (element?.isConnected === false) leave(element.querySelector('input') ?? element)
  })
  useEffect(() => {
    const element = box.current
    return () => leaveGone(element)
  }, [])
  const keys = { onKeyDownCapture: handleFirst, onKeyDown: handleKey, onBlur: handleBlur }
  return (
    <FieldFormContext value={form}>
      <div ref={box} className="sheet-editor" {...keys}>
        <FieldBox label={<Text source={field.label} />} isLabelHidden error={problem} isRequired={field.reqd === 1}>
          <Suspense fallback={<div className="input" aria-busy="true" />}>
            <Input
              field={field}
              value={value}
              values={{ ...record, [field.fieldname]: value }}
              autoFocus
              isCompact
              onChange={change}
            />
          </Suspense>
        </FieldBox>
      </div>
    </FieldFormContext>
  )
}

const none: readonly string[] = []

/**
 * Gives the input the focus, and the key that began the edit where it is no text: a text is typed by the browser, since
 * its box has the focus before. Returns the text to begin with.
 */
function takeFocus(box: HTMLElement | null, key: string | undefined): string {
  const input = box?.querySelector<HTMLElement>('input, textarea, button[role=combobox], [role=spinbutton]')
  input?.focus({ preventScroll: true })
  const isBox = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
  if (isBox && input.type !== 'radio') {
    if (input.type !== 'color') input.select()
    return input.value
  }
  // A choice opens at once.
  if (input?.role === 'combobox') input.click()
  if (key !== undefined && input?.role !== 'spinbutton')
    input?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return ''
}

/** True while a list or a calendar of the input is open: the keys are for it. */
const isOpen = (box: HTMLElement | null): boolean => box?.querySelector('[aria-expanded="true"]') != null

const isInPanel = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[popover=auto]') !== null

/** In a text of many lines Shift+Enter begins another line. */
const isLineBreak = (event: KeyboardEvent): boolean => event.shiftKey && event.target instanceof HTMLTextAreaElement
