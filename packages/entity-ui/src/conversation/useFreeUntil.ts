import type { EntityRecord } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'

/** Until when free words may be sent, as wall-clock text; undefined where that is over, null while it is being asked. */
export type FreeUntil = string | null | undefined

interface Options {
  entity: string
  id: string
  /** The newest of the conversation: with another one here, there is another end. */
  messages: readonly EntityRecord[]
  /** Whom one writes to by WhatsApp; undefined while nobody does. */
  number: string | undefined
}

/**
 * The 24 hours since somebody's last message by WhatsApp (reference: conversations, WhatsApp window), as the site tells
 * them: that message may lie far back, or beside another record, and of two hours of one name in autumn the site alone
 * knows which it was.
 */
export function useFreeUntil({ entity, id, messages, number = '' }: Options): FreeUntil {
  const { client } = useEnvironment()
  const [told, setTold] = useState<Told | null>(null)
  const isAsking = number.replaceAll(/\D/g, '').length >= shortest
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another message there may be another end
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    client.app.whatsappWindow({ entity, id, whatsapp_contact_id: number }).then(
      ({ free_until, seconds_left }) => {
        if (isCurrent) setTold({ number, until: free_until ?? undefined, end: Date.now() + (seconds_left ?? 0) * 1000 })
      },
      // What is not known is not said; the provider judges.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, entity, id, number, isAsking, messages])
  useEffect(() => {
    if (told?.until === undefined) return
    // A machine that has slept meanwhile is awake later than a single timer would be.
    const timer = setInterval(() => {
      if (Date.now() >= told.end) setTold({ ...told, until: undefined })
    }, 10_000)
    return () => clearInterval(timer)
  }, [told])
  if (!isAsking) return undefined
  return told?.number === number ? told.until : null
}

interface Told {
  number: string
  until: string | undefined
  /** By the clock of this machine, whatever it shows. */
  end: number
}

/** Digits of the shortest number that anybody can be reached by. */
const shortest = 7
