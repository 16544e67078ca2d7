import { useI18n } from '@tavla/i18n/react'
import { Listbox, type Option, TextArea, useAnchor } from '@tavla/ui'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { type Completion, type Completions, completionsAt } from './completions.ts'
import type { Scope } from './scope.ts'
import type { BoxFault } from './useFault.ts'

interface ExpressionInputProps {
  value: string
  onChange: ((value: string) => void) | undefined
  scope: Scope
  finding: BoxFault | undefined
  /** Takes a function that writes a text at the caret. */
  writer: Ref<(text: string) => void>
}

const closed: Completions = { from: 0, options: [] }

/** The text box of an expression: a list goes on with the word at the caret, and a wrong part is underlined. */
export function ExpressionInput({ value, onChange, scope, finding, writer }: ExpressionInputProps) {
  const { t } = useI18n()
  const listId = useId()
  const anchor = useAnchor()
  const panel = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<Completions>(closed)
  const [active, setActive] = useState(0)
  const caret = useRef<number | null>(null)
  const box = () => place.current?.querySelector('textarea') ?? null

  // A written text moves the caret, once it stands in the box.
  useLayoutEffect(() => {
    if (caret.current === null) return
    box()?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const offer = (text: string, isAsked: boolean) => {
    const at = box()?.selectionStart ?? text.length
    setFound(completionsAt(text.slice(0, at), scope, isAsked))
    setActive(0)
  }
  const write = (from: number, to: number, text: string, caretIn: number) => {
    const next = value.slice(0, from) + text + value.slice(to)
    caret.current = from + caretIn
    onChange?.(next)
    box()?.focus()
    const goesOn = text.endsWith('.') || text.endsWith('row, )')
    setFound(goesOn ? completionsAt(next.slice(0, from + caretIn), scope, true) : closed)
    setActive(0)
  }
  const choose = ({ text, caret: caretIn }: Completion) => {
    const at = box()?.selectionStart ?? value.length
    // Brackets that stand there already are not written again.
    const isCalled = value[at] === '(' && text.includes('(')
    if (isCalled) write(found.from, at, text.slice(0, text.indexOf('(')), text.indexOf('('))
    else write(found.from, at, text, caretIn)
  }
  useImperativeHandle(writer, () => (text: string) => {
    const at = box()?.selectionStart ?? value.length
    const to = box()?.selectionEnd ?? at
    write(at, to, text, text.endsWith('()') ? text.length - 1 : text.length)
  })

  const isOpen = found.options.length > 0
  const handleKey = (event: KeyboardEvent) => {
    const option = found.options[active]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === ' ' && event.ctrlKey) offer(value, true)
    // The list may have closed by itself just before: the key must not leave the whole form then.
    else if (event.key === 'Escape') setFound(closed)
    else if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return
    else if (step !== 0) setActive((active + step + found.options.length) % found.options.length)
    else if (option && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) choose(option)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const options = found.options.map(({ word, help }): Option => ({ value: word, label: word, description: t(help) }))
  return (
    <>
      <div ref={place} className="expression-edit" dir="ltr" style={anchor.anchor}>
        <Marked text={value} finding={finding} />
        <TextArea
          isCode
          rows={1}
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
          value={value}
          readOnly={!onChange}
          onChange={(text) => {
            onChange?.(text)
            offer(text, false)
          }}
          onKeyDown={handleKey}
          onClick={() => setFound(closed)}
          onBlur={() => setFound(closed)}
        />
      </div>
      <Listbox
        id={listId}
        panel={panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={t('Suggestions')}
        options={options}
        active={active}
        selected={null}
        onActive={setActive}
        onChoose={(option) => {
          const chosen = found.options.find(({ word }) => word === option.value)
          if (chosen) choose(chosen)
        }}
      />
    </>
  )
}

/** The same text under the box, which shows through it where it is marked. */
function Marked({ text, finding }: { text: string; finding: BoxFault | undefined }) {
  const { start = 0, end = 0 } = finding ?? {}
  if (!finding || end <= start) return null
  return (
    <div className="expression-marks" aria-hidden="true">
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </div>
  )
}
