import type { EntityRecord } from '@tavla/contract'
import { useNow } from '@tavla/i18n/react'
import { useEffect, useMemo, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { contactOf, textOf } from './message.ts'
import { contactIdOf, freeUntil, receivedFrom } from './whatsapp-window.ts'

/** Until when free words may be sent; null while that is being asked. */
export type FreeUntil = string | null | undefined

interface Options {
  record: EntityRecord | null
  /** The newest of the conversation. */
  messages: readonly EntityRecord[]
  /** Whom one writes to by WhatsApp; undefined while nobody does. */
  number: string | undefined
}

/**
 * The 24 hours since somebody's last message by WhatsApp (contract 9.5). Where none of the messages at hand says so, the site
 * is asked: it may lie far back between others, or beside another record.
 */
export function useFreeUntil({ record, messages, number }: Options): FreeUntil {
  const { client, now } = useEnvironment()
  const clock = useNow(now)
  const contact = useMemo(() => {
    if (number === undefined) return ''
    return contactIdOf(number, [textOf(record?.whatsapp_contact_id), ...messages.map(contactOf)])
  }, [number, record, messages])
  const held = useMemo(() => receivedFrom(messages, number ?? ''), [messages, number])
  const until = freeUntil(held, clock)
  const [asked, setAsked] = useState<{ contact: string; found: readonly EntityRecord[] } | null>(null)
  const isAsking = number !== undefined && until === undefined && contact.length >= shortest
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another message here there may be one elsewhere
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    const settle = (found: readonly EntityRecord[]) => isCurrent && setAsked({ contact, found })
    client.entities.list('Communication', lastOf(contact)).then(
      ({ data }) => settle(data),
      // Whoever may not read other messages is told by those at hand.
      () => settle([]),
    )
    return () => {
      isCurrent = false
    }
  }, [client, contact, isAsking, messages])
  if (!isAsking) return until
  return asked?.contact === contact ? freeUntil(asked.found, clock) : null
}

/** Digits of the shortest number that anybody can be reached by. */
const shortest = 7

const lastOf = (contact: string) => ({
  filters: { communication_medium: 'WhatsApp', sent_or_received: 'Received', whatsapp_contact_id: contact },
  fields: ['communication_date', 'creation'],
  order_by: 'communication_date desc',
  limit_page_length: 1,
})
