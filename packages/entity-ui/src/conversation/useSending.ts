import { type ApiError, toApiError } from '@tavla/client'
import { useState } from 'react'

/** Sends one message at a time; `error` is the refusal of the last one. `sendAt`: UTC text of the time of sending. */
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
