import { type EntityRecord, type StateMeta, textOf } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
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
  type Quoted,
  reactionOf,
  timeOf,
  writerOf,
} from './message.ts'
import { Quote } from './Quote.tsx'
import { isWaiting, Waiting } from './Waiting.tsx'

export interface MessageProps {
  message: EntityRecord
  /** The one that it answers, where the medium does not quote it anyway. */
  quoted?: Quoted | undefined
  /** What people said to it with one emoji. */
  reactions?: string | undefined
  /** Leads to another message; without it, where that one is not at hand. */
  onFind?: ((id: string) => void) | undefined
  states: readonly StateMeta[]
  /** Whether this person may change where it stands. */
  canWrite: boolean
  /** Begins an answer, to its writer or to everybody whom it went to. */
  onReply: ((message: EntityRecord, toAll: boolean) => void) | undefined
  /** Puts the words of one that was taken back where they were written; `isAsked`: in place of what stands there. */
  onTakeUp: ((message: EntityRecord, isAsked: boolean) => void) | undefined
  onChanged: () => void
}

/** One message: who wrote it and when, what it says, where it stands. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, quoted, reactions, onFind, states, canWrite, onReply, onTakeUp, onChanged } = props
  const { t, formatTime, formatDate } = useI18n()
  const medium = mediumOf(message)
  const isFromOutside = isReceived(message)
  const at = timeOf(message)
  // The day is written out: it stays true, while thousands of messages need not hear the clock.
  const moment = at === '' ? '' : `${formatDate(at.slice(0, 10))} ${formatTime(at.slice(11))}`
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
        <Said message={message} />
        <MessageFiles message={message} />
        {reactions !== undefined && <p className="message-reactions">{reactions}</p>}
        <footer className="message-foot">
          {isFromOutside ? (
            <>
              {othersOn(message) !== '' && <People label="To" people={message.recipients} />}
              <People label="CC" people={message.cc} />
              <Standing {...{ message, states, canWrite, onReply, onChanged }} />
            </>
          ) : (
            <>
              <People label="To" people={message.recipients} />
              <People label="CC" people={message.cc} />
              <People label="BCC" people={message.bcc} />
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

/** What it says; one without words, which kind of message it is. */
function Said({ message }: { message: EntityRecord }) {
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

/** Each address for itself: they follow each other the way that the page runs. */
function People({ label, people }: { label: string; people: unknown }) {
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

/** Whether a received message awaits an answer, and what can be done about it. */
function Standing({ message, states, canWrite, onReply, onChanged }: Omit<MessageProps, 'onTakeUp'>) {
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
