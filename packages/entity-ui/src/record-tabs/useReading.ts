import { type ApiError, type LoadStatus, statusOf, toApiError } from '@tavla/client'
import { useCallback, useEffect, useState } from 'react'

/** What a read answered and how it stands; an answer stays while it is read again, and when that fails. */
export interface Reading<T> {
  data: T | null
  status: LoadStatus
  error: ApiError | null
  reload: () => void
}

/** Reads when drawn, again whenever `read` is another function, and at `reload`. */
export function useReading<T>(read: () => Promise<T>): Reading<T> {
  const [state, setState] = useState<Omit<Reading<T>, 'reload'>>({ data: null, status: 'loading', error: null })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    let isCurrent = true
    const settle = (next: (held: T | null) => Omit<Reading<T>, 'reload'>) => {
      if (isCurrent) setState(({ data }) => next(data))
    }
    read().then(
      (data) => settle(() => ({ data, status: 'ready', error: null })),
      (failure: unknown) => {
        const error = toApiError(failure)
        settle((data) => ({ data, status: data === null ? statusOf(error) : 'ready', error }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [read, round])

  const reload = useCallback(() => {
    setState((held) => (held.data === null ? { ...held, status: 'loading' } : held))
    setRound((number) => number + 1)
  }, [])
  return { ...state, reload }
}
