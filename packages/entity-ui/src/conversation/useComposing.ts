import type { EntityRecord, Meta } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { blankDraft, type Draft, draftKey, hasContent, keepDraft, readDraft } from './draft.ts'
import { isReceived, type Medium, mediumOf, replyAddress, textOf } from './message.ts'

interface Options {
  entity: string
  id: string
  meta: Meta | null
  record: EntityRecord | null
  messages: readonly EntityRecord[]
}

/** What is being written beside a record, by which way, kept until it is sent. */
export function useComposing({ entity, id, meta, record, messages }: Options) {
  const { client, session } = useEnvironment()
  const keyOf = (medium: Medium) => draftKey(client.host, session.user, entity, id, medium)
  const [medium, setMedium] = useState<Medium | null>(() => media.find((one) => readDraft(keyOf(one))) ?? null)
  const [hasBegun, setBegun] = useState(false)
  const [draft, setDraft] = useState<Draft>(() => (medium && readDraft(keyOf(medium))) ?? blankDraft)
  const key = medium && keyOf(medium)
  useEffect(() => {
    if (key) keepDraft(key, draft)
  }, [key, draft])

  const begin = (next: Medium, answered?: EntityRecord) => {
    const kept = next === medium ? draft : (readDraft(keyOf(next)) ?? blankDraft)
    // Without one named, the last that came is what is answered.
    const message = answered ?? messages.find((one) => isReceived(one) && mediumOf(one) === next)
    setDraft(answered || !hasContent(kept) ? { ...kept, ...headOf(next, message, meta, record) } : kept)
    setBegun(true)
    setMedium(next)
  }
  const close = () => setMedium(null)
  const forget = () => {
    if (key) keepDraft(key, null)
    setDraft(blankDraft)
    setMedium(null)
  }
  return { medium, draft, hasBegun, setDraft, begin, close, forget }
}

const media: readonly Medium[] = ['Email', 'WhatsApp']

/** Whom a new message goes to, and what it is about. */
function headOf(medium: Medium, message: EntityRecord | undefined, meta: Meta | null, record: EntityRecord | null) {
  const kept = (options: string) =>
    textOf(record?.[meta?.all_fields.find((field) => field.options === options)?.fieldname ?? ''])
  if (medium === 'WhatsApp') {
    const to = textOf(message?.whatsapp_contact_id) || textOf(record?.whatsapp_contact_id) || kept('Phone')
    return { to, inReplyTo: '' }
  }
  const subject = textOf(message?.subject)
  return {
    to: (message && replyAddress(message)) || kept('Email'),
    subject: subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, 140),
    inReplyTo: message?.id ?? '',
  }
}
