import { type ApiError, toApiError } from '@tavla/client'
import { workplaceCalls } from '@tavla/client/workplace'
import type { Mentionable } from '@tavla/contract'
import { useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../../environment.ts'

const nobody: readonly Mentionable[] = []

/** The people who may read a record, by search; a late answer of an older search is dropped. */
export function useAssignable(entity: string, id: string) {
  const { client } = useEnvironment()
  const [people, setPeople] = useState(nobody)
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const searches = useRef(0)
  useEffect(() => () => void searches.current++, [])
  const search = async (text: string) => {
    const mine = ++searches.current
    setLoading(true)
    const answer = await workplaceCalls(client)
      .people(entity, id, text.trim())
      .then(
        (found) => ({ found: found.filter((one) => one.can_read === 1), failed: null }),
        (error: unknown) => ({ found: nobody, failed: toApiError(error) }),
      )
    if (mine !== searches.current) return
    setPeople(answer.found)
    setFailure(answer.failed)
    setLoading(false)
  }
  return { people, isLoading, failure, search }
}
