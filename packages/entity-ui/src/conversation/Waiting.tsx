import { type EntityRecord, type StateMeta, textOf } from '@tavla/contract'
import { Text, useNow, useTimes } from '@tavla/i18n/react'
import { Button, Pill } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'

interface WaitingProps {
  message: EntityRecord
  states: readonly StateMeta[]
  canWrite: boolean
  /** Puts the text of a draft back into the composer; `isAsked`: the user asked for it. */
  onTakeUp: ((message: EntityRecord, isAsked: boolean) => void) | undefined
  onChanged: () => void
}

/** A message that was not sent yet: its time of sending, or that it was withdrawn, and its actions. */
export function Waiting({ message, states, canWrite, onTakeUp, onChanged }: WaitingProps) {
  const { formatDateTime } = useTimes()
  const { client, onError, now } = useEnvironment()
  const clock = useNow(now)
  const [pending, setPending] = useState('')
  const status = textOf(message.status)
  const act = async (action: string) => {
    setPending(action)
    try {
      await client.entities.runAction('Communication', message.id, action)
      if (action === 'cancel_send') onTakeUp?.(message, false)
    } catch (error) {
      onError(error)
    } finally {
      setPending('')
      onChanged()
    }
  }
  const button = (action: string, words: string) => (
    <Button
      size="small"
      variant="quiet"
      isPending={pending === action}
      disabled={pending !== '' && pending !== action}
      onClick={() => void act(action)}
    >
      <Text source={words} />
    </Button>
  )
  return (
    <span className="delivery">
      <Pill color={states.find((state) => state.title === status)?.color}>
        <Text source={status} />
        {status === 'Scheduled' && (
          <>
            {'\u00a0· '}
            <bdi>{formatDateTime(textOf(message.send_at), clock)}</bdi>
          </>
        )}
      </Pill>
      {canWrite && status === 'Scheduled' && (
        <>
          {button('send_now', 'Send now')}
          {button('cancel_send', 'Cancel')}
        </>
      )}
      {canWrite && status === 'Draft' && (
        <>
          {onTakeUp && (
            <Button size="small" variant="quiet" onClick={() => onTakeUp(message, true)}>
              <Text source="Edit" />
            </Button>
          )}
          {button('discard_draft', 'Delete')}
        </>
      )}
    </span>
  )
}

/** True for a scheduled or withdrawn message. */
export const isWaiting = ({ status }: EntityRecord): boolean => status === 'Scheduled' || status === 'Draft'
