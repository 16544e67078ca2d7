import { useTimes } from '@tavla/i18n/react'

/** Formats a moment with its day and time (reference: texts, Dates and numbers). */
export function useMomentText(): (at: string) => string {
  const { formatMoment } = useTimes()
  return (at) => formatMoment(at)
}
