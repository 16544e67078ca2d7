import { textOf } from '@tavla/contract'
import type { FieldViewProps } from '@tavla/fields/ui'
import { MessageBody } from './MessageBody.tsx'
import './conversation.css'

/** What a mail says, in place of the source that it is stored as. */
export default function MailView({ value, values }: FieldViewProps) {
  const message = {
    id: '',
    ...values,
    communication_medium: values.communication_medium ?? 'Email',
    content: textOf(value),
  }
  return <MessageBody message={message} />
}
