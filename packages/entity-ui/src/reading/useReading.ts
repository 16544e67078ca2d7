import { type ApiError, type LoadStatus, statusOf, toApiError } from '@tavla/client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The answer of a read for one panel, and its state. */
export interface Reading<T> {
  value: T | undefined
  /** The failure of the last read; the value of the one before stays. */
  error: ApiError | undefined
  isReading: boolean
  reload(): Promise<void>
}

/**
 * Reads on mount and at `reload`. A new `key` starts a new read; a new `amount` reads the same thing again and keeps
 * its value in the meantime.
 */
export function useReading<T>(key: string, read: () => Promise<T>, amount = 0): Reading<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: ApiError; isReading: boolean }>()
  const latest = useRef({ key, read })
  useLayoutEffect(() => {
    latest.current = { key, read }
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key or amount must be read
  useEffect(() => void reload(), [reload, key, amount])

  const isCurrent = state?.key === key
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    isReading: !isCurrent || state.isReading,
    reload,
  }
}

/** Status of a panel for a reading: ready once it has a value, also while it reads again. */
export function readingStatus({ value, error, isReading }: Reading<unknown>): LoadStatus {
  if (value !== undefined) return 'ready'
  return isReading || !error ? 'loading' : statusOf(error)
}
