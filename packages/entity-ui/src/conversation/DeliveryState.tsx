import { type EntityRecord, textOf } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'
import { mediumOf } from './message.ts'

interface DeliveryStateProps {
  message: EntityRecord
  /** True if this person may send it again. */
  mayRetry: boolean
  onRetried: () => void
}

/** The delivery state of a sent message, as a word and an icon; a failed one shows its reason and can be sent again. */
export function DeliveryState({ message, mayRetry, onRetried }: DeliveryStateProps) {
  const state = textOf(message.delivery_status)
  if (state === '') return null
  const hasFailed = state === 'Error' || state === 'Bounced'
  // A sent message may have a note too: that it may have arrived twice.
  const reason = state === 'Queued' || state === 'Sending' ? '' : textOf(message.error)
  const whatsapp = textOf(message.whatsapp_message)
  const canRetry = state === 'Error' && mayRetry
  return (
    <span className="delivery" data-failed={hasFailed || undefined}>
      <span className="delivery-words">
        <Icon name={icons[state] ?? 'schedule'} size="small" />
        <span>
          <Text source={state === 'Error' ? 'Failed' : state} {...(state === 'Read' && { context: 'status' })} />
          {reason !== '' && (
            <>
              {': '}
              <bdi>{reason}</bdi>
            </>
          )}
        </span>
      </span>
      {canRetry && mediumOf(message) === 'Email' && <MailRetry message={message} onRetried={onRetried} />}
      {canRetry && whatsapp !== '' && (
        <Retry entity="Whatsapp Message" id={whatsapp} action="resend" onRetried={onRetried} />
      )}
    </span>
  )
}

/** Users who may see the mail's queue record may send the mail again. */
function MailRetry({ message, onRetried }: Pick<DeliveryStateProps, 'message' | 'onRetried'>) {
  const { client } = useEnvironment()
  const { value } = useReading(message.id, () =>
    client.entities.list('Email Queue', {
      filters: { communication: message.id, status: 'Error' },
      fields: ['id'],
      limit_page_length: 1,
    }),
  )
  const id = value?.data[0]?.id
  return id === undefined ? null : <Retry entity="Email Queue" id={id} action="retry" onRetried={onRetried} />
}

interface RetryProps {
  entity: string
  id: string
  action: string
  onRetried: () => void
}

function Retry({ entity, id, action, onRetried }: RetryProps) {
  const { client, onError } = useEnvironment()
  const [isPending, setPending] = useState(false)
  const retry = async () => {
    setPending(true)
    try {
      await client.entities.runAction(entity, id, action)
      onRetried()
    } catch (error) {
      onError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="small" variant="quiet" isPending={isPending} onClick={() => void retry()}>
      <Text source="Retry" />
    </Button>
  )
}

const icons: Readonly<Record<string, string>> = {
  Queued: 'schedule',
  FileTransfer: 'schedule',
  Sent: 'check',
  Delivered: 'done_all',
  Read: 'visibility',
  Error: 'error',
  Bounced: 'error',
}
