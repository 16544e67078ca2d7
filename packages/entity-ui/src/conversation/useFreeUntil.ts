import type { EntityRecord } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * The end of the time in which free text is accepted, as wall-clock text; undefined once it has passed, null
 * while unknown.
 */
export type FreeTextEnd = string | null | undefined

interface Options {
  entity: string
  id: string
  /** The newest messages of the conversation: a new one moves the end. */
  messages: readonly EntityRecord[]
  /** The recipient's WhatsApp number; undefined while there is none. */
  number: string | undefined
}

/**
 * The end of the 24 hours after the person's last WhatsApp message (reference: conversations, WhatsApp window). The
 * site calculates it, because that message may be older than the loaded ones or belong to another record, and because
 * only the site knows which of two equal hours in autumn it was.
 */
export function useFreeUntil({ entity, id, messages, number = '' }: Options): FreeTextEnd {
  const { client } = useEnvironment()
  const [told, setTold] = useState<WindowAnswer | null>(null)
  const isAsking = number.replaceAll(/\D/g, '').length >= shortest
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message may move the end
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    client.app.whatsappWindow({ entity, id, whatsapp_contact_id: number }).then(
      ({ free_until, seconds_left }) => {
        if (isCurrent) setTold({ number, until: free_until ?? undefined, end: Date.now() + (seconds_left ?? 0) * 1000 })
      },
      // Nothing is shown while the end is unknown; the provider decides.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, entity, id, number, isAsking, messages])
  useEffect(() => {
    if (told?.until === undefined) return
    // An interval, because a single timer would be late after the machine has slept.
    const timer = setInterval(() => {
      if (Date.now() >= told.end) setTold({ ...told, until: undefined })
    }, 10_000)
    return () => clearInterval(timer)
  }, [told])
  if (!isAsking) return undefined
  return told?.number === number ? told.until : null
}

interface WindowAnswer {
  number: string
  until: string | undefined
  /** Measured on this machine's clock. */
  end: number
}

/** Minimum number of digits in a phone number. */
const shortest = 7
