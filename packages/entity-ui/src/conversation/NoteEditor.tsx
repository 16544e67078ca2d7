import type { KeptDraft } from '@tavla/client/browser'
import { type EntityRecord, textOf } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type DraftKeeper, keepWhenHidden } from '../drafts/draft-keeper.ts'
import { useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { baseOf, keptNote, keptTyping, typedNote } from './kept-note.ts'
import { faultOf, NoteBox, type TypedNote } from './NoteBox.tsx'
import { storedText } from './note-text.ts'
import { useSending } from './useSending.ts'

interface NoteEditorProps {
  note: EntityRecord
  /** The record that it is about. */
  entity: string
  id: string
  people: readonly { user: string; full_name: string }[]
  /** A change that the browser has kept; it must not take the focus. */
  kept: KeptDraft | null
  keeper: DraftKeeper
  onSaved: () => void
  /** Gives the change up; null where nothing was changed. */
  onDiscard: (draft: KeptDraft | null) => void
}

/** Changes the text of a note in its place. */
export function NoteEditor({ note, entity, id, people, kept, keeper, onSaved, onDiscard }: NoteEditorProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const box = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => (kept ? keptTyping(kept) : typedNote(textOf(note.text), people)))
  const [base] = useState(() => kept?.base ?? baseOf(note))
  const [isRestored] = useState(kept !== null)
  useEffect(() => keepWhenHidden(keeper), [keeper])
  useEffect(() => {
    const { current } = box
    if (isRestored) return
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [isRestored])
  const change = (next: TypedNote) => {
    setTyped(next)
    keeper.note(() => keptNote(next, base))
  }
  const discard = () => onDiscard(keptNote(typed, base))
  const text = storedText(typed.message, typed.mentions)
  const canSave = text !== '' && faultOf(typed) === undefined
  const saving = useSending(async () => {
    if (text === note.text) return
    await client.store('Note').update(note.id, { text, modified: base.modified, _base: base.values })
    tellWritten(t, t('Saved'), 'Note', note.id)
  }, onSaved)
  const save = () => {
    if (canSave) void saving.send()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') discard()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className="note-editor"
      aria-label={t('Note')}
      noValidate
      {...{ onKeyDown: handleKey }}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <NoteBox {...{ entity, id, box }} note={typed} onChange={change} />
      {saving.error && (
        <p className="tab-failed" role="alert">
          <ErrorMessage error={saving.error} />
        </p>
      )}
      <footer className="message-foot">
        <Button type="submit" size="small" variant="primary" isPending={saving.isSending} disabled={!canSave}>
          <Text source="Save" />
        </Button>
        <Button size="small" variant="quiet" onClick={discard}>
          <Text source="Cancel" />
        </Button>
      </footer>
    </form>
  )
}
