import { client as hq } from '@tavla/app-shell/frame'
import { type ApiError, toApiError } from '@tavla/client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type IsNews, type NewsSource, watchNews } from './watch-news.ts'

/** Something that a panel reads from HQ or a project's server, as far as it has come. */
export interface Reading<T> {
  value: T | undefined
  /** Why the last read failed; the value of the one before stays. */
  error: ApiError | undefined
  isReading: boolean
  reload(): Promise<void>
}

/**
 * Reads for a panel, anew for another `key` and whenever a live event is news to it; without `isNews`, once. What could not
 * be read is tried again when the live connection comes back. News are those of HQ, unless another source is given.
 */
export function useReading<T>(
  key: string,
  read: () => Promise<T>,
  isNews?: IsNews,
  source: NewsSource = hq,
): Reading<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: ApiError; isReading: boolean }>()
  const latest = useRef({ key, read, isNews })
  useLayoutEffect(() => {
    latest.current = { key, read, isNews }
  })
  const number = useRef(0)

  const reload = useCallback(async () => {
    const mine = ++number.current
    const { key: asked, read: ask } = latest.current
    setState((now) => (now?.key === asked ? { ...now, isReading: true } : { key: asked, isReading: true }))
    try {
      const value = await ask()
      if (mine === number.current) setState({ key: asked, value, isReading: false })
    } catch (error) {
      if (mine === number.current)
        setState((now) => ({ ...now, key: asked, error: toApiError(error), isReading: false }))
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another thing to read
  useEffect(() => void reload(), [reload, key])

  const isWatching = isNews !== undefined || state?.error !== undefined
  useEffect(() => {
    if (!isWatching) return
    return watchNews(
      source,
      (payload) => latest.current.isNews?.(payload) === true,
      () => void reload(),
    )
  }, [reload, isWatching, source])

  const isCurrent = state?.key === key
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    isReading: !isCurrent || state.isReading,
    reload,
  }
}
