import { type ApiError, toApiError } from '@tavla/client'
import { useState } from 'react'

/** Sends one message at a time; `error` says why the last one was refused. `sendAt`: UTC text of when it is to leave. */
export function useSending(deliver: (sendAt?: string) => Promise<void>, onSent: () => void) {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (sendAt?: string) => {
    if (isSending) return
    setSending(true)
    setError(null)
    try {
      await deliver(sendAt)
      onSent()
    } catch (problem) {
      setError(toApiError(problem))
      setSending(false)
    }
  }
  return { isSending, error, send }
}
