import { copiedAt, isRead } from '@tavla/client'
import { useSyncExternalStore } from 'react'
import { client } from '../app-client.ts'
import { useSession } from '../boot/app-state.ts'
import { readScreenCopied, watchScreenCopied } from '../frame/as-of.ts'
import { usePlace } from '../root/usePlace.ts'

/** Time of the oldest copy that the screen shows, in milliseconds; undefined while it shows none. */
export function useCopiedAt(): number | undefined {
  const session = useSession()
  const { entity } = usePlace()
  const store = entity === undefined ? undefined : client.store(entity)
  return useSyncExternalStore(store?.subscribe ?? watchScreenCopied, () => {
    if (!store) return readScreenCopied() ?? copiedAt(session)
    const { activeEntity, activeList, listMeta } = store.getSnapshot()
    // Rows that wait to be sent stand among the copies, and are none.
    const list = activeList.find((row) => isRead(row) && copiedAt(row) !== undefined) ?? listMeta.fieldInfo
    const times = [activeEntity, list].flatMap((part) => copiedAt(part) ?? [])
    return times.length > 0 ? Math.min(...times) : undefined
  })
}
