import { type ApiError, type LoadStatus, statusOf, toApiError } from '@tavla/client'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The answer of a read for one panel, and its state. */
export interface Reading<T> {
  value: T | undefined
  /** Why the last read failed; the value of the one before stays. */
  error: ApiError | undefined
  isReading: boolean
  reload(): Promise<void>
}

/**
 * Reads when drawn and at `reload`. Another `key` is another thing to read; another `amount` reads the same thing again, and
 * what was read before stays meanwhile.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or amount is to be read
  useEffect(() => void reload(), [reload, key, amount])

  const isCurrent = state?.key === key
  return {
    value: isCurrent ? state.value : undefined,
    error: isCurrent ? state.error : undefined,
    isReading: !isCurrent || state.isReading,
    reload,
  }
}

/** What a panel shows for a reading: its value once there is one, also while that is read again. */
export function readingStatus({ value, error, isReading }: Reading<unknown>): LoadStatus {
  if (value !== undefined) return 'ready'
  return isReading || !error ? 'loading' : statusOf(error)
}
