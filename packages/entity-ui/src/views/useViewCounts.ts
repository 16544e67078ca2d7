import type { EntityState } from '@tavla/client'
import { type ViewCounts, watchViewCounts } from '@tavla/client/views'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * The number of records of a view, or of the whole list for null; undefined while it is unknown. A list that is narrowed
 * by its screen has none: its views do not know of that.
 */
export function useViewCounts({ entity, status, scope }: EntityState): (view: string | null) => number | undefined {
  const { client } = useEnvironment()
  const [known, setKnown] = useState<ViewCounts>()
  // The rows come first.
  const isWatched = status === 'ready' && Object.keys(scope).length === 0
  useEffect(() => (isWatched ? watchViewCounts(client, entity, setKnown) : undefined), [client, entity, isWatched])
  return (view) => (isWatched ? ((view === null ? known?.count : known?.counts[view]) ?? undefined) : undefined)
}
