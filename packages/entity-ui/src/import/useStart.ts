import { type ApiError, toApiError } from '@tavla/client'
import { importCalls } from '@tavla/client/imports'
import type { ImportPlanResult } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import type { ImportPlace } from './import-place.ts'
import { tellEnd } from './tell-end.ts'

/** Starts the import that was looked at; where it has begun already, leads to it. */
export function useStart(place: ImportPlace, job: string, { plan_id }: ImportPlanResult) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [error, setError] = useState<ApiError>()
  const [isPending, setPending] = useState(false)
  const calls = importCalls(client)
  const begin = async (on_error: 'stop' | 'skip') => {
    setPending(true)
    setError(undefined)
    try {
      const started = await calls.start(place.meta.id, { plan_id, on_error })
      tellEnd(t, client, started)
      place.toJob(started, { replace: true })
    } catch (failure) {
      // The answer to the first attempt may have been lost, or another window was first.
      const { commit } = await calls.rows({ job, limit_page_length: 1 }).catch(() => ({ commit: null }))
      if (commit === null) setError(toApiError(failure))
      else place.toJob(commit, { replace: true })
    } finally {
      setPending(false)
    }
  }
  return { begin, error, isPending }
}
