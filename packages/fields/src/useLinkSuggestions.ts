import { type ApiError, toApiError } from '@tavla/client'
import type { LinkSuggestion } from '@tavla/contract'
import { useEffect, useRef, useState } from 'react'
import { useFieldServices } from './field-context.ts'

const none: readonly LinkSuggestion[] = []

/**
 * Suggestions for a link to `entity`; each search replaces the one before, and a late answer of an older
 * search is dropped.
 */
export function useLinkSuggestions(entity: string) {
  const { suggestLinks } = useFieldServices()
  const [found, setFound] = useState({ entity, suggestions: none })
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const search = async (text: string) => {
    asking.current?.abort()
    if (entity === '') return
    const controller = new AbortController()
    asking.current = controller
    setLoading(true)
    try {
      const suggestions = await suggestLinks({ entity, txt: text.trim() }, controller.signal)
      if (!controller.signal.aborted) {
        setFound({ entity, suggestions })
        setFailure(null)
      }
    } catch (error) {
      // The list shows the failure; an error window on each typed letter would be worse.
      if (!controller.signal.aborted) {
        setFound({ entity, suggestions: none })
        setFailure(toApiError(error))
      }
    }
    if (asking.current === controller) setLoading(false)
  }

  // Suggestions of another entity are dropped.
  return { suggestions: found.entity === entity ? found.suggestions : none, isLoading, failure, search }
}
