import type { EntityRecord, StateMeta } from '@tavla/contract'
import { Text, useI18n, useNow } from '@tavla/i18n/react'
import { Button, Icon, Pill } from '@tavla/ui'
import { memo, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { MessageBody } from './MessageBody.tsx'
import { filesOf, isReceived, mediumOf, textOf, timeOf, writerOf } from './message.ts'

export interface MessageProps {
  message: EntityRecord
  states: readonly StateMeta[]
  /** Whether this person may change where it stands. */
  canWrite: boolean
  onReply: ((message: EntityRecord) => void) | undefined
  onChanged: () => void
}

/** One message: who wrote it and when, what it says, where it stands. */
export const Message = memo(function Message({ message, states, canWrite, onReply, onChanged }: MessageProps) {
  const { t, formatTime, formatDateTime } = useI18n()
  const now = useNow(useEnvironment().now)
  const medium = mediumOf(message)
  const isFromOutside = isReceived(message)
  const at = timeOf(message)
  const subject = textOf(message.subject)
  return (
    <li className="message-row" data-id={message.id} data-direction={isFromOutside ? 'received' : 'sent'}>
      <article className="message" aria-label={`${writerOf(message)}, ${formatDateTime(at, now)}`}>
        <header className="message-head">
          <Icon name={medium === 'WhatsApp' ? 'chat' : 'mail'} size="small" label={t(medium)} />
          <span className="message-writer">
            <bdi>{writerOf(message)}</bdi>
          </span>
          {at !== '' && (
            <time dateTime={at.slice(0, 19).replace(' ', 'T')} title={formatDateTime(at, now)}>
              {formatTime(at.slice(11))}
            </time>
          )}
        </header>
        {medium === 'Email' && subject !== '' && (
          <p className="message-subject" dir="auto">
            {subject}
          </p>
        )}
        <MessageBody message={message} />
        <Attachments message={message} />
        <footer className="message-foot">
          {isFromOutside ? (
            <Standing {...{ message, states, canWrite, onReply, onChanged }} />
          ) : (
            <>
              {textOf(message.recipients) !== '' && (
                <span className="message-to">
                  <Text source="To" /> <bdi>{textOf(message.recipients)}</bdi>
                </span>
              )}
              <DeliveryState message={message} mayRetry={canWrite} onRetried={onChanged} />
            </>
          )}
        </footer>
      </article>
    </li>
  )
})

/** Whether a received message awaits an answer, and what can be done about it. */
function Standing({ message, states, canWrite, onReply, onChanged }: MessageProps) {
  const { client, onError } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const status = textOf(message.status)
  const next = status === 'Open' ? 'Closed' : 'Open'
  const change = async () => {
    setPending(true)
    try {
      await client.entities.runAction('Communication', message.id, 'set_status', { status: next })
      onChanged()
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {status !== '' && (
        <Pill color={states.find((state) => state.title === status)?.color}>
          <Text source={status} context="status" />
        </Pill>
      )}
      {onReply && (
        <Button size="small" variant="quiet" onClick={() => onReply(message)}>
          <Text source="Reply" />
        </Button>
      )}
      {canWrite && status !== 'Linked' && (
        <Button size="small" variant="quiet" isPending={isPending} onClick={() => void change()}>
          <Text source={status === 'Open' ? 'Mark as Closed' : 'Reopen'} />
        </Button>
      )}
    </>
  )
}

function Attachments({ message }: { message: EntityRecord }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const files = filesOf(message)
  if (files.length === 0) return null
  return (
    <ul className="message-files" aria-label={t('Attachments')}>
      {files.map((file) => (
        <li key={file.id}>
          <Icon name="attach_file" size="small" />
          <a className="text-link" href={client.fileUrl(textOf(file.file_url))} target="_blank" rel="noreferrer">
            <bdi>{textOf(file.file_name) || textOf(file.file_url)}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
