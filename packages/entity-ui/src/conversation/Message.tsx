import { type EntityRecord, type StateMeta, textOf } from '@tavla/contract'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Icon, Pill } from '@tavla/ui'
import { Fragment, memo, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { hasLook, MessageBody } from './MessageBody.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import {
  directionOf,
  filesOf,
  isReceived,
  mediumOf,
  othersOn,
  type Quotation,
  reactionOf,
  timeOf,
  writerOf,
} from './message.ts'
import { Quote } from './Quote.tsx'
import { isWaiting, Waiting } from './Waiting.tsx'

export interface MessageProps {
  message: EntityRecord
  /** The message that it answers, unless the medium quotes it anyway. */
  quoted?: Quotation | undefined
  /** Reactions to it, one emoji each. */
  reactions?: string | undefined
  /** Scrolls to another message; absent when that message is not in the thread. */
  onFind?: ((id: string) => void) | undefined
  states: readonly StateMeta[]
  /** True if this person may change its state. */
  canWrite: boolean
  /** Starts an answer to its sender or to all its recipients. */
  onReply: ((message: EntityRecord, toAll: boolean) => void) | undefined
  /** Puts the text of a withdrawn message back into the composer; `isAsked`: replaces the composer's text. */
  onTakeUp: ((message: EntityRecord, isAsked: boolean) => void) | undefined
  onChanged: () => void
}

/** One message: its writer and time, its content, its state. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, quoted, reactions, onFind, states, canWrite, onReply, onTakeUp, onChanged } = props
  const { t } = useI18n()
  const { formatTime, formatMoment } = useTimes()
  const medium = mediumOf(message)
  const isFromOutside = isReceived(message)
  const at = timeOf(message)
  // The date is written out: it stays true, so that thousands of messages need no timer.
  const moment = formatMoment(at)
  const subject = textOf(message.subject)
  return (
    <li
      className="message-row"
      data-id={message.id}
      data-direction={isFromOutside ? 'received' : 'sent'}
      data-look={hasLook(message) || undefined}
    >
      <article className="message" tabIndex={-1} aria-label={`${writerOf(message)}, ${moment}`}>
        <header className="message-head">
          <Icon name={medium === 'WhatsApp' ? 'chat' : 'mail'} size="small" label={t(medium)} />
          <span className="message-writer">
            <bdi>{writerOf(message)}</bdi>
          </span>
          {at !== '' && (
            <time dateTime={at.slice(0, 19).replace(' ', 'T')} title={moment}>
              {formatTime(at.slice(11))}
            </time>
          )}
        </header>
        {medium === 'Email' && subject !== '' && (
          <p className="message-subject" dir={directionOf(subject)}>
            {subject}
          </p>
        )}
        {quoted && <Quote quoted={quoted} onFind={onFind && (() => onFind(quoted.id))} />}
        <MessageContent message={message} />
        <MessageFiles message={message} />
        {reactions !== undefined && <p className="message-reactions">{reactions}</p>}
        <footer className="message-foot">
          {isFromOutside ? (
            <>
              {othersOn(message) !== '' && <AddressLine label="To" people={message.recipients} />}
              <AddressLine label="CC" people={message.cc} />
              <MessageState {...{ message, states, canWrite, onReply, onChanged }} />
            </>
          ) : (
            <>
              <AddressLine label="To" people={message.recipients} />
              <AddressLine label="CC" people={message.cc} />
              <AddressLine label="BCC" people={message.bcc} />
              {isWaiting(message) ? (
                <Waiting {...{ message, states, canWrite, onTakeUp, onChanged }} />
              ) : (
                <DeliveryState message={message} mayRetry={canWrite} onRetried={onChanged} />
              )}
            </>
          )}
        </footer>
      </article>
    </li>
  )
})

/** The message's content; a message without text shows its type. */
function MessageContent({ message }: { message: EntityRecord }) {
  const reaction = reactionOf(message)
  if (reaction !== '') return <p className="message-reaction">{reaction}</p>
  const isBlank =
    mediumOf(message) === 'WhatsApp' && textOf(message.text_content) === '' && textOf(message.content) === ''
  if (!isBlank) return <MessageBody message={message} />
  if (filesOf(message).length > 0) return null
  return (
    <p className="message-kind">
      <Text source={textOf(message.subject)} />
    </p>
  )
}

/** Each address is isolated, so that their order follows the page's direction. */
function AddressLine({ label, people }: { label: string; people: unknown }) {
  if (textOf(people) === '') return null
  const persons = [...new Set(textOf(people).split(/,\s*/))]
  return (
    <span className="message-to">
      <Text source={label} />
      {persons.map((person, index) => (
        <Fragment key={person}>
          {' '}
          <span>
            <bdi>{person}</bdi>
            {index < persons.length - 1 && ','}
          </span>
        </Fragment>
      ))}
    </span>
  )
}

/** Whether a received message awaits an answer, and its actions. */
function MessageState({ message, states, canWrite, onReply, onChanged }: Omit<MessageProps, 'onTakeUp'>) {
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
        <Button size="small" variant="quiet" onClick={() => onReply(message, false)}>
          <Text source="Reply" />
        </Button>
      )}
      {onReply && othersOn(message) !== '' && (
        <Button size="small" variant="quiet" onClick={() => onReply(message, true)}>
          <Text source="Reply to All" />
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
