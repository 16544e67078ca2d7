import type { LinkSuggestion } from '@tavla/contract'
import { useEffect, useRef, useState } from 'react'
import { useFieldServices } from './field-context.ts'

const none: readonly LinkSuggestion[] = []

/** Suggestions for a link to `entity`; each search replaces the one before, whose late answer is dropped. */
export function useLinkSuggestions(entity: string) {
  const { suggestLinks } = useFieldServices()
  const [suggestions, setSuggestions] = useState(none)
  const [isLoading, setLoading] = useState(false)
  const asking = useRef<AbortController | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was suggested of another entity is gone with it
  useEffect(() => {
    setSuggestions(none)
    return () => asking.current?.abort()
  }, [entity])

  const search = async (text: string) => {
    asking.current?.abort()
    if (entity === '') return setSuggestions(none)
    const controller = new AbortController()
    asking.current = controller
    setLoading(true)
    try {
      const found = await suggestLinks({ entity, txt: text.trim() }, controller.signal)
      if (!controller.signal.aborted) setSuggestions(found)
    } catch {
      // The error callback has told of it; here there is just nothing to suggest.
      if (!controller.signal.aborted) setSuggestions(none)
    }
    if (asking.current === controller) setLoading(false)
  }

  return { suggestions, isLoading, search }
}
