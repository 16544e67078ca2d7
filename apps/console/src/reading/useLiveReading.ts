import { client as hq } from '@tavla/app-shell/frame'
import { type Reading, useReading } from '@tavla/entity-ui'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type IsNews, type NewsSource, watchNews } from './watch-news.ts'

/**
 * Reads for a panel, anew for another `key` and whenever a live event is news to it; without `isNews`, once. A failed read is
 * tried again when the live connection comes back. News are those of HQ, unless another source is given.
 */
export function useLiveReading<T>(
  key: string,
  read: () => Promise<T>,
  isNews?: IsNews,
  source: NewsSource = hq,
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
