import { type EntityRecord, textOf } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import type { DraftMention } from './draft.ts'
import { faultOf, NoteBox, type TypedNote } from './NoteBox.tsx'
import { mentionOf, storedText, typedText } from './note-text.ts'
import { useSending } from './useSending.ts'

interface NoteEditorProps {
  note: EntityRecord
  /** The record that it is about. */
  entity: string
  id: string
  people: readonly { user: string; full_name: string }[]
  onSaved: () => void
  onClose: () => void
}

/** Changes the text of a note in its place. */
export function NoteEditor({ note, entity, id, people, onSaved, onClose }: NoteEditorProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const box = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => typedNote(textOf(note.text), people))
  useEffect(() => {
    const { current } = box
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  const text = storedText(typed.message, typed.mentions)
  const canSave = text !== '' && faultOf(typed) === undefined
  const saving = useSending(async () => {
    if (text === note.text) return
    const { id: noteId, modified } = note
    await client.store('Note').update(noteId, { text, modified, _base: { text: note.text } })
    tellWritten(t, t('Saved'), 'Note', noteId)
  }, onSaved)
  const save = () => {
    if (canSave) void saving.send()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
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
      <NoteBox {...{ entity, id, box }} note={typed} onChange={setTyped} />
      {saving.error && (
        <p className="tab-failed" role="alert">
          <ErrorMessage error={saving.error} />
        </p>
      )}
      <footer className="message-foot">
        <Button type="submit" size="small" variant="primary" isPending={saving.isSending} disabled={!canSave}>
          <Text source="Save" />
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          <Text source="Cancel" />
        </Button>
      </footer>
    </form>
  )
}

/** A stored note as its writer typed it. */
function typedNote(text: string, people: NoteEditorProps['people']): TypedNote {
  const mentions: DraftMention[] = []
  for (const person of people) mentions.push(mentionOf({ ...person, can_read: 1 }, mentions))
  return { message: typedText(text, mentions), mentions }
}
