import { lastChangeOf } from '@tavla/client'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton } from '@tavla/ui'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { DraftFiles } from './DraftFiles.tsx'
import { type Draft, hasContent } from './draft.ts'
import { faultOf, NoteBox } from './NoteBox.tsx'
import { storedText } from './note-text.ts'
import { useSending } from './useSending.ts'

interface NoteComposerProps {
  entity: string
  id: string
  draft: Draft
  /** True if this person may add files to the record. */
  canWrite: boolean
  onChange: (draft: Draft) => void
  onSent: () => void
  /** Called when the user closes the composer; the draft stays. */
  onClose: () => void
  onDiscard: () => void
  /** Increments when the user opens the composer; 0 means a restored draft, which must not take the focus. */
  begun: number
}

/** Writes a note about the record, which stays inside; it shows the server's refusal, and no typed text is lost. */
export function NoteComposer({ entity, id, draft, canWrite, begun, ...rest }: NoteComposerProps) {
  const { onChange, onSent, onClose, onDiscard } = rest
  const { t } = useI18n()
  const { client } = useEnvironment()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (begun > 0) box.current?.focus()
  }, [begun])
  const text = storedText(draft.message, draft.mentions)
  const canSend = text !== '' && faultOf(draft) === undefined
  const sending = useSending(async () => {
    const made = await client.store('Note').create({
      ...{ reference_entity: entity, reference_id: id, text },
      ...(draft.files.length > 0 && { attachments: draft.files.map((file) => ({ file: file.id })) }),
    })
    // A note shows itself; one that waits says what it waits for.
    if (lastChangeOf('Note', made.id)) tellWritten(t, '', 'Note', made.id)
  }, onSent)
  const send = () => {
    if (canSend) void sending.send()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.currentTarget.querySelector(':popover-open')) onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className="composer note-composer"
      aria-label={t('Add a note')}
      noValidate
      {...{ onKeyDown: handleKey }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <header className="composer-head">
        <Icon name="lock" size="small" />
        <h3>
          <Text source="Note" />
        </h3>
        <p className="note-inside">
          <Text source="Notes stay inside. They are never sent." />
        </p>
        <IconButton icon="close" size="small" label={t('Close')} onClick={onClose} />
      </header>
      <NoteBox {...{ entity, id, box }} note={draft} onChange={(note) => onChange({ ...draft, ...note })} />
      {sending.error && (
        <p className="tab-failed" role="alert">
          <Icon name="error" size="small" />
          <span>
            <ErrorMessage error={sending.error} />
          </span>
        </p>
      )}
      <footer className="composer-foot">
        <Button type="submit" variant="primary" isPending={sending.isSending} disabled={!canSend}>
          <Text source="Add a note" />
        </Button>
        {canWrite && (
          <DraftFiles
            {...{ entity, id }}
            files={draft.files}
            isSingle={false}
            onChange={(files) => onChange({ ...draft, files })}
          />
        )}
        {hasContent(draft) && (
          <Button variant="quiet" size="small" onClick={onDiscard}>
            <Text source="Discard draft" />
          </Button>
        )}
      </footer>
    </form>
  )
}
