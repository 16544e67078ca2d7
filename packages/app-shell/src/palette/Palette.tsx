import { useEnvironment } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Icon, keyNames, ModalDialog } from '@tavla/ui'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { showsIdOf } from '../root/headings.ts'
import { usePlace } from '../root/usePlace.ts'
import { PaletteFoot } from './PaletteFoot.tsx'
import { PaletteList, rowId } from './PaletteList.tsx'
import type { PaletteEntry, PalettePlace } from './palette-entries.ts'
import { closePalette } from './palette-state.ts'
import { usePaletteSections } from './usePaletteSections.ts'
import './palette.css'

/** The longest text that a search takes, in characters. */
const maxText = 200

/** The window of the search over everything (reference: screens, Search everything). */
export default function Palette({ places, onClose }: { places: readonly PalettePlace[]; onClose: () => void }) {
  const { t } = useI18n()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const [subject, setSubject] = useState<PaletteEntry | null>(null)
  const [withScreen, setWithScreen] = useState(true)
  const { id, entity, mark } = usePlace()
  const open = withScreen && id !== undefined && (mark?.name ?? (showsIdOf(entity) ? id : undefined))
  const chip = subject?.title ?? open
  const { sections, found } = usePaletteSections({ text, places, subject, withScreen })
  const [pointed, setPointed] = useState(0)
  const entries = sections.flatMap((section) => section.entries)
  const active = Math.min(pointed, entries.length - 1)
  const choose = useChoice()

  const setText = (next: string) => {
    setTyped(next)
    setPointed(0)
  }
  const enter = (entry: PaletteEntry) => {
    setSubject(entry)
    setText('')
  }
  const dropChip = () => {
    if (subject) setSubject(null)
    else if (chip) setWithScreen(false)
    setPointed(0)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    const entry = entries[active]
    if (step !== undefined && entries.length > 0) setPointed((active + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && entry) choose(entry, event.ctrlKey || event.metaKey)
    else if (event.key === 'Backspace' && typed === '') dropChip()
    // The window has one stop.
    else if (event.key !== 'Tab') return
    else if (entry?.isRecord && !event.shiftKey) enter(entry)
    else if (subject) setSubject(null)
    event.preventDefault()
  }
  const isAnswered = text !== '' && found.text === text
  const isEmpty = isAnswered && entries.length === 0
  return (
    <ModalDialog
      className="palette"
      aria-label={t('Search everything')}
      onDismiss={subject ? dropChip : onClose}
      onClick={closeOutside}
    >
      <div className="palette-head">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          data-autofocus
          aria-label={t('Search everything')}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? rowId(listId, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          dir={typed === '' ? undefined : 'auto'}
          placeholder={t('Search everything')}
          maxLength={maxText}
          value={typed}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
        {chip && <bdi className="palette-chip cut">{chip}</bdi>}
        <kbd dir="ltr">{keyNames('Escape')}</kbd>
      </div>
      <div className="palette-body">
        <PaletteList id={listId} sections={sections} active={active} onPoint={setPointed} onChoose={choose} />
        {isEmpty && (
          <p className="palette-none">
            {found.error ? <ErrorMessage error={found.error} /> : <Text source="No results for {0}" args={[text]} />}
          </p>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isAnswered && (isEmpty ? t('No results for {0}', [text]) : t('Results: {0}', [entries.length]))}
      </p>
      <PaletteFoot />
    </ModalDialog>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Follows or does what a row stands for. */
function useChoice(): (entry: PaletteEntry, isNewTab: boolean) => void {
  const { navigate } = useEnvironment()
  return ({ href, run }, isNewTab) => {
    if (href !== undefined && isNewTab) return void window.open(href, '_blank')
    // The focus is back on the screen before anything acts there.
    flushSync(closePalette)
    if (href === undefined) run?.()
    else navigate(href)
  }
}

/** A press beside the window closes it. */
function closeOutside(event: { target: EventTarget; currentTarget: EventTarget }) {
  if (event.target === event.currentTarget) closePalette()
}
