import type { DocViewers, EntityRecord } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Icon, IconButton, TextArea } from '@tavla/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { RecordPresence } from '../detail/RecordPresence.tsx'
import { useEnvironment } from '../environment.ts'
import { ComposerFoot } from './ComposerFoot.tsx'
import { type Draft, hasContent } from './draft.ts'
import { insertAtCursor } from './insert-at-cursor.ts'
import { MailFields } from './MailFields.tsx'
import type { SentMedium } from './message.ts'
import { Quote } from './Quote.tsx'
import { ChooseTime } from './SendLater.tsx'
import { sendDraft } from './send-draft.ts'
import { useFirstEmptyBox } from './useFirstEmptyBox.ts'
import type { FreeTextEnd } from './useFreeUntil.ts'
import { useSending } from './useSending.ts'
import { WhatsappFields } from './WhatsappFields.tsx'

export interface ComposerProps {
  entity: string
  id: string
  medium: SentMedium
  draft: Draft
  /** Source of a template's values. */
  record: EntityRecord | null
  viewers: DocViewers['users']
  /** The end of the time in which WhatsApp accepts free text. */
  until: FreeTextEnd
  onChange: (draft: Draft) => void
  onSent: () => void
  /** Called when the user closes the composer; the draft stays. */
  onClose: () => void
  onDiscard: () => void
  /** Increments when the user opens the composer; 0 means a restored draft, which must not take the focus. */
  begun: number
}

/** Writes a mail or a WhatsApp message; it shows the server's refusal, and no typed text is lost. */
export function Composer({ entity, id, medium, draft, until, begun, ...rest }: ComposerProps) {
  const { record, viewers, onChange, onSent, onClose, onDiscard } = rest
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [isAskingTime, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isMail = medium === 'Email'
  const isFree = isMail || (until !== undefined && draft.template === '')
  const canSend = isFree || draft.template !== ''
  const [hasWritten, setWritten] = useState(false)
  const change = (part: Partial<Draft>) => {
    setWritten(true)
    onChange({ ...draft, ...part })
  }

  useFirstEmptyBox(form, medium, begun)

  // A restored draft doesn't mean that the user is writing now.
  const isAnswering = hasWritten && hasContent(draft)
  useEffect(() => (isAnswering ? client.live.answerRecord(entity, id) : undefined), [isAnswering, client, entity, id])

  const sending = useSending((sendAt) => {
    const message = isFree ? { ...draft, template: '' } : draft
    return sendDraft(client, { entity, id, medium, draft: message, sendAt })
  }, onSent)
  const send = async (sendAt?: string) => {
    if (canSend) await sending.send(sendAt)
  }
  const handleKey = (event: KeyboardEvent) => {
    // An open list or panel takes Escape first.
    if (event.key === 'Escape' && !form.current?.querySelector(':popover-open')) onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const insert = (text: string) =>
    change({ message: insertAtCursor(form.current?.querySelector('textarea'), draft.message, text) })

  const title = isMail ? 'Send Email' : 'Send WhatsApp'
  return (
    <>
      <form
        ref={form}
        className="composer"
        aria-label={t(title)}
        noValidate
        {...{ onKeyDown: handleKey }}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <header className="composer-head">
          <Icon name={isMail ? 'mail' : 'chat'} size="small" />
          <h3>
            <Text source={title} />
          </h3>
          <RecordPresence viewers={viewers} />
          <IconButton icon="close" size="small" label={t('Close')} onClick={onClose} />
        </header>
        {draft.answered && <Quote quoted={draft.answered} onRemove={() => change({ answered: null })} />}
        {isMail ? (
          <MailFields draft={draft} onChange={change} />
        ) : (
          <WhatsappFields {...{ entity, record, draft, until }} onChange={change} />
        )}
        {isFree && (
          <TextArea
            label={<Text source="Message" />}
            rows={isMail ? 5 : 3}
            value={draft.message}
            onChange={(message) => change({ message })}
          />
        )}
        {sending.error && (
          <p className="tab-failed" role="alert">
            <Icon name="error" size="small" />
            <span>
              <ErrorMessage error={sending.error} />
            </span>
          </p>
        )}
        <ComposerFoot
          {...{ entity, id, medium, draft, isFree, canSend, onDiscard }}
          isSending={sending.isSending}
          onChange={change}
          onInsert={insert}
          onSend={(sendAt) => void send(sendAt)}
          onAskTime={() => setAsking(true)}
        />
      </form>
      {isAskingTime && (
        <ChooseTime
          onClose={() => setAsking(false)}
          onChoose={(sendAt) => {
            setAsking(false)
            void send(sendAt)
          }}
        />
      )}
    </>
  )
}
