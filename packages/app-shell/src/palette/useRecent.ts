import { searchCalls } from '@tavla/client'
import type { RecentRecord } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'

/** The records that the person opened lately; none until they are read. */
export function useRecent(): readonly RecentRecord[] {
  const { client } = useEnvironment()
  const [recent, setRecent] = useState<readonly RecentRecord[]>([])
  useEffect(() => {
    const end = new AbortController()
    searchCalls(client.api)
      .recent(end.signal)
      .then(setRecent)
      .catch(() => undefined)
    return () => end.abort()
  }, [client])
  return recent
}
