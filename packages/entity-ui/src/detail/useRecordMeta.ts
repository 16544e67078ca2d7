import { type ApiError, type EntityStore, toApiError } from '@tavla/client'
import { useEffect, useState } from 'react'

/** Reads the meta that a record is drawn from; tells why it can't be read, and reads it again. */
export function useRecordMeta(store: EntityStore) {
  const [error, setError] = useState<ApiError | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    store.loadMeta().then(
      () => setError(null),
      (failure: unknown) => setError(toApiError(failure)),
    )
  }, [store, round])
  const reload = () => {
    setError(null)
    setRound(round + 1)
  }
  return { error, reload }
}
