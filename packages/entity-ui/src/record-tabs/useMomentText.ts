import { useTimes } from '@tavla/i18n/react'

/** Formats a moment with its day and time (reference: texts, Dates and numbers). */
export function useMomentText(): (at: string) => string {
  const { formatDate, formatTime } = useTimes()
  return (at) => `${formatDate(at)} ${formatTime(at.slice(11))}`
}
