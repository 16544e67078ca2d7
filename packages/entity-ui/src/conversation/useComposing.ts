import { type EntityRecord, type Meta, textOf } from '@tavla/contract'
import { useState } from 'react'
import { blankDraft, type Draft, draftOf, hasContent } from './draft.ts'
import { contactOf, isReceived, type Medium, mediumOf, othersOn, quotedOf, replyAddress } from './message.ts'
import { useLetters } from './useLetters.ts'

interface Options {
  entity: string
  id: string
  meta: Meta | null
  record: EntityRecord | null
  messages: readonly EntityRecord[]
}

/** The draft beside a record and its medium, stored until it is sent. */
export function useComposing({ entity, id, meta, record, messages }: Options) {
  const [medium, setMedium] = useState<Medium | null>(null)
  // Number of times that the user has opened the composer.
  const [begun, setBegun] = useState(0)
  const [draft, setDraft] = useState<Draft>(blankDraft)
  const { letters, keep } = useLetters(entity, id, (by, kept) => {
    setDraft(kept)
    setMedium(by)
  })

  /** Changes the message in the composer. */
  const change = (next: Draft, by = medium) => {
    setDraft(next)
    if (by) keep(by, next)
  }

  const begin = (next: Medium, answered?: EntityRecord, toAll = false) => {
    const kept = next === medium ? draft : (letters[next] ?? blankDraft)
    // By default the draft answers the last received message.
    const message = answered ?? messages.find((one) => isReceived(one) && mediumOf(one) === next)
    // A WhatsApp draft answers the person rather than a message, unless the user chose one.
    const quoted = answered ?? (next === 'Email' ? message : undefined)
    const head = { ...headOf(next, message, meta, record), answered: answeredOf(quoted) }
    // An answer to one person drops the copies of an earlier draft.
    const copies = answered && next === 'Email' ? { cc: toAll ? othersOn(answered) : '', bcc: '' } : {}
    change(answered || !hasContent(kept) ? { ...kept, ...head, ...copies } : kept, next)
    setBegun((count) => count + 1)
    setMedium(next)
  }
  const close = () => setMedium(null)
  const forget = () => {
    if (medium) keep(medium, null)
    setDraft(blankDraft)
    setMedium(null)
  }
  /** Restores a discarded draft, even if another place of the app is open by now. */
  const restore = (former: Draft, by: Medium) => {
    change(former, by)
    setBegun((count) => count + 1)
    setMedium(by)
  }
  /** Puts the text of a withdrawn message back into the composer; an existing draft stays unless `isAsked`. */
  const takeUp = (message: EntityRecord, isAsked: boolean, template: Partial<Draft> = {}): Draft | undefined => {
    const by = mediumOf(message)
    const kept = by === medium ? draft : (letters[by] ?? blankDraft)
    if (hasContent(kept) && !isAsked) return undefined
    const answered = messages.find((one) => one.id === message.in_reply_to)
    restore({ ...draftOf(message, answeredOf(answered)), ...template }, by)
    return hasContent(kept) && kept.replaces !== message.id ? kept : undefined
  }
  /** True if a stored draft of this medium exists. */
  const isKept = (one: Medium): boolean => letters[one] !== undefined
  return { medium, draft, begun, change, begin, close, forget, restore, takeUp, isKept }
}

/** Recipient and subject of a new message. */
function headOf(medium: Medium, message: EntityRecord | undefined, meta: Meta | null, record: EntityRecord | null) {
  if (medium === 'Note') return {}
  const kept = (options: string) =>
    textOf(record?.[meta?.all_fields.find((field) => field.options === options)?.fieldname ?? ''])
  if (medium === 'WhatsApp') {
    const to = (message && contactOf(message)) || textOf(record?.whatsapp_contact_id) || kept('Phone')
    return { to, connection: textOf(message?.whatsapp_webhook) }
  }
  const subject = textOf(message?.subject)
  return {
    to: (message && replyAddress(message)) || kept('Email'),
    subject: subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, 140),
  }
}

const answeredOf = (message: EntityRecord | undefined): Draft['answered'] =>
  message ? { ...quotedOf(message), messageId: textOf(message.message_id) } : null
