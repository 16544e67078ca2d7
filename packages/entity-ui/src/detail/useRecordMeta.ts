import { type ApiError, type EntityStore, toApiError } from '@tavla/client'
import { useEffect, useState } from 'react'

/** Reads the meta that a record is drawn from; tells why it can't be read until the next answer, and reads it again. */
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
