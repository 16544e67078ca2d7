import type { EntityRecord, StateMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Pill } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { Folded } from './Folded.tsx'
import { plainText } from './plain-text.ts'
import { TimeOf } from './TimeOf.tsx'

interface MessageRowProps {
  message: EntityRecord
  states: readonly StateMeta[]
}

/** One message: its way, whom it is from or to, what it says, where it stands. */
export function MessageRow({ message, states }: MessageRowProps) {
  const { t } = useI18n()
  const isWhatsapp = message.communication_medium === 'WhatsApp'
  const isReceived = message.sent_or_received === 'Received'
  const [status, delivery, at] = [textOf(message.status), textOf(message.delivery_status), timeOf(message)]
  const text = textOf(message.text_content) || plainText(textOf(message.content))
  const subject = textOf(message.subject)
  return (
    <li className="message-row" data-direction={isReceived ? 'received' : 'sent'}>
      <Icon name={isWhatsapp ? 'chat' : 'mail'} label={t(isWhatsapp ? 'WhatsApp' : 'Email')} />
      <div className="message-texts">
        <div className="message-head">
          <p className="message-subject">
            <bdi>{subject === '' ? peopleOf(message, isReceived) : subject}</bdi>
          </p>
          {status !== '' && (
            <Pill color={states.find((state) => state.title === status)?.color}>
              <Text source={status} context="status" />
            </Pill>
          )}
        </div>
        <p className="tab-facts">
          <span>
            <Text source={isReceived ? 'Received' : 'Sent'} />
            {!isReceived && delivery !== '' && delivery !== 'Sent' && (
              <>
                {' · '}
                <Text source={delivery} context="status" />
              </>
            )}
          </span>
          {subject !== '' && <bdi>{peopleOf(message, isReceived)}</bdi>}
          {at !== '' && <TimeOf at={at} />}
        </p>
        {text !== '' && text !== subject && <Folded text={text} />}
        <Attachments message={message} />
      </div>
    </li>
  )
}

function Attachments({ message }: { message: EntityRecord }) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const files = Array.isArray(message.attachments) ? (message.attachments as EntityRecord[]) : []
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

/** Who wrote a received message, whom a sent one went to. */
function peopleOf(message: EntityRecord, isReceived: boolean): string {
  const sender = textOf(message.sender_full_name) || textOf(message.sender)
  const number = textOf(message.phone_no) || textOf(message.whatsapp_contact_id)
  return (isReceived ? sender : textOf(message.recipients)) || number || sender
}

const timeOf = (message: EntityRecord) => textOf(message.communication_date) || textOf(message.creation)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
