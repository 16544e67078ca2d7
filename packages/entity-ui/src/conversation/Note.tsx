import { type EntityRecord, textOf } from '@tavla/contract'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { memo, useEffect, useRef, useState } from 'react'
import { mayDo } from '../detail/record-rights.ts'
import { useEntity, useEnvironment } from '../environment.ts'
import { useLastChange } from '../queue/useLastChange.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { MessageFileList } from './MessageFiles.tsx'
import { timeOf } from './message.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { NoteText } from './NoteText.tsx'
import { typedText } from './note-text.ts'
import { useKeptNote } from './useKeptNote.ts'

interface NoteProps {
  note: EntityRecord
  /** The record that it is about. */
  entity: string
  id: string
  onChanged: () => void
}

interface Mentioned {
  user: string
  full_name: string
}

/** One note: its writer and time, its text and files; its owner may change and delete it (reference: conversations, Notes). */
export const Note = memo(function Note({ note, entity, id, onChanged }: NoteProps) {
  const { t } = useI18n()
  const { formatTime, formatMoment } = useTimes()
  const { session } = useEnvironment()
  const isOwn = note.owner === session.user
  const editing = useKeptNote(note.id, isOwn)
  const { isEditing } = editing
  const article = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The focus returns to the note that was edited.
    if (wasEditing.current && !isEditing) article.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  const at = timeOf(note)
  const moment = formatMoment(at)
  const own = isOwn ? session.full_name : undefined
  const writer = note._link_titles?.owner ?? own ?? textOf(note.owner)
  const people = listOf<Mentioned>(note._mentioned)
  const files = listOf<EntityRecord>(note._files)
  const edited = textOf(note.edited_at)
  const isWaiting = useLastChange('Note', note.id) !== undefined
  return (
    <li className="message-row note-row" data-id={note.id} data-direction="note">
      <article ref={article} className="message note" tabIndex={-1} aria-label={`${t('Note')}, ${writer}, ${moment}`}>
        <header className="message-head" title={t('Notes stay inside. They are never sent.')}>
          <Icon name="lock" size="small" />
          <span className="message-writer">
            <bdi>{writer}</bdi>
          </span>
          <Text source="Note" />
          <time dateTime={at.slice(0, 19).replace(' ', 'T')} title={moment}>
            {formatTime(at.slice(11))}
          </time>
        </header>
        {isEditing ? (
          <NoteEditor
            {...{ note, entity, id, people }}
            kept={editing.kept}
            keeper={editing.keeper}
            onDiscard={editing.discard}
            onSaved={() => {
              editing.end()
              onChanged()
            }}
          />
        ) : (
          <>
            <NoteText text={textOf(note.text)} people={people} />
            <MessageFileList files={files} isShown />
            <footer className="message-foot">
              {edited !== '' && <Text source="Edited {0}" args={[formatMoment(edited)]} />}
              {isWaiting && <Text source="Waiting to be sent" />}
              <NoteSteps {...{ note, people, onChanged }} onEdit={editing.begin} />
            </footer>
          </>
        )}
      </article>
    </li>
  )
})

interface NoteStepsProps extends Pick<NoteProps, 'note' | 'onChanged'> {
  people: readonly Mentioned[]
  onEdit: () => void
}

/** Longest part of a note that a notice shows. */
const named = 40

/** Ways to change and delete a note, for those who may. */
function NoteSteps({ note, people, onEdit, onChanged }: NoteStepsProps) {
  const { t } = useI18n()
  const { client, session, onError } = useEnvironment()
  const [{ meta }] = useEntity('Note')
  const [isPending, setPending] = useState(false)
  const isOwn = note.owner === session.user
  const remove = async () => {
    setPending(true)
    try {
      await client.store('Note').remove(note.id)
      const text = typedText(
        textOf(note.text),
        people.map(({ user, full_name }) => ({ user, name: full_name, canRead: true })),
      )
      const title = text.length > named ? `${text.slice(0, named)}…` : text
      tellWritten(t, t('{0} was moved to the trash.', [title]), 'Note', note.id)
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
      onChanged()
    }
  }
  return (
    <>
      {isOwn && (
        <Button size="small" variant="quiet" onClick={onEdit}>
          <Text source="Edit" />
        </Button>
      )}
      {meta && mayDo(meta.doc_meta.permissions, 'delete', note.owner, session.user) && (
        <Button size="small" variant="quiet" isPending={isPending} onClick={() => void remove()}>
          <Text source="Delete" />
        </Button>
      )}
    </>
  )
}

const empty: readonly never[] = []
const listOf = <T,>(value: unknown): readonly T[] => (Array.isArray(value) ? value : empty)
