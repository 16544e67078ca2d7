import { type ApiError, searchCalls, toApiError } from '@tavla/client'
import type { SearchAnswer } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'

/** Delay between typing and the search, in milliseconds. */
const pause = 80

export interface Found {
  /** The text that `answer` answers; older than what was typed until the next answer comes. */
  text: string
  answer: SearchAnswer | null
  error: ApiError | null
}

const nothing: Found = { text: '', answer: null, error: null }

/** The records that a text finds. The last answer stays until the next one comes. */
export function useFound(text: string, { entities, limit }: { entities?: readonly string[]; limit: number }): Found {
  const { client } = useEnvironment()
  const [found, setFound] = useState(nothing)
  const only = entities?.join('\n')
  useEffect(() => {
    if (text === '') return
    const end = new AbortController()
    const query = { text, limit, ...(only !== undefined && { entities: only.split('\n') }) }
    const look = () =>
      searchCalls(client.api)
        .search(query, end.signal)
        .then((answer) => setFound({ text, answer, error: null }))
        .catch((error: unknown) => !end.signal.aborted && setFound({ text, answer: null, error: toApiError(error) }))
    const timer = setTimeout(look, pause)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [client, text, only, limit])
  return text === '' ? nothing : found
}
