import { createReadThrottle, isUntilSent } from '@tavla/client'
import { workplaceCalls } from '@tavla/client/workplace'
import type { DocUpdate, RelatedAnswer, RelatedEntry } from '@tavla/contract'
import { useEffect } from 'react'
import { useEnvironment } from '../../environment.ts'
import { useReading } from '../../reading/useReading.ts'

/** The surroundings of a record. */
export interface Surroundings {
  /** The fields of other entities that point at it, each with its number of records. */
  related: readonly RelatedEntry[]
  /** Undefined until it is read. */
  lastMessage: RelatedAnswer['last_message'] | undefined
  reload: () => Promise<void>
}

const none: readonly RelatedEntry[] = []

/** Reads the surroundings of a record, and again when a message or a note comes; nothing where nobody asks. */
export function useRelated(entity: string, id: string, isWanted: boolean): Surroundings {
  const { client } = useEnvironment()
  const isAsked = isWanted && !isUntilSent(id)
  const read = async () => (isAsked ? workplaceCalls(client).related(entity, id) : null)
  const { value, reload } = useReading(`${entity}\n${id}\n${isAsked}`, read)
  useEffect(() => {
    if (!isAsked) return
    const throttle = createReadThrottle(() => void reload())
    const stop = client.watchEvents((name, payload) => {
      if (name !== 'doc_update') return
      const event = payload as DocUpdate
      const isThis = event.entity === entity && event.id === id
      if (isThis && (event.action === 'communication' || event.action === 'note')) throttle.schedule()
    })
    return () => {
      throttle.stop()
      stop()
    }
  }, [client, entity, id, isAsked, reload])
  return { related: value?.related ?? none, lastMessage: value?.last_message, reload }
}
