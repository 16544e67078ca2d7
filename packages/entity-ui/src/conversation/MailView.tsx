import { textOf } from '@tavla/contract'
import type { FieldViewProps } from '@tavla/fields/ui'
import { MessageBody } from './MessageBody.tsx'
import './conversation.css'

/** The text of a mail, instead of its stored source. */
export default function MailView({ value, values }: FieldViewProps) {
  const message = {
    id: '',
    ...values,
    communication_medium: values.communication_medium ?? 'Email',
    content: textOf(value),
  }
  return <MessageBody message={message} />
}
