import { type ApiError, type EntityStore, toApiError } from '@tavla/client'
import { useEffect, useState } from 'react'

/** Reads the meta of a record; keeps the failure until the next answer, and can read again. */
export function useRecordMeta(store: EntityStore) {
  const [answer, setAnswer] = useState<{ round: number; error: ApiError | null }>({ round: 0, error: null })
  const [round, setRound] = useState(1)
  useEffect(() => {
    store.loadMeta().then(
      () => setAnswer({ round, error: null }),
      (failure: unknown) => setAnswer({ round, error: toApiError(failure) }),
    )
  }, [store, round])
  return { error: answer.error, isReading: answer.round !== round, reload: () => setRound(round + 1) }
}
