import { client as hq } from '@tavla/app-shell/frame'
import { type Reading, useReading } from '@tavla/entity-ui'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type EventFilter, type LiveSource, watchNews } from './watch-news.ts'

/**
 * Reads for a panel, again for another `key` and on each live event that `isNews` accepts; without `isNews`, once.
 * Retries a failed read when the live connection returns. Events come from HQ by default.
 */
export function useLiveReading<T>(
  key: string,
  read: () => Promise<T>,
  isNews?: EventFilter,
  source: LiveSource = hq,
): Reading<T> {
  const reading = useReading(key, read)
  const { reload } = reading
  const latest = useRef(isNews)
  useLayoutEffect(() => {
    latest.current = isNews
  })
  const isWatching = isNews !== undefined || reading.error !== undefined
  useEffect(() => {
    if (!isWatching) return
    return watchNews(
      source,
      (payload) => latest.current?.(payload) === true,
      () => void reload(),
    )
  }, [reload, isWatching, source])
  return reading
}
