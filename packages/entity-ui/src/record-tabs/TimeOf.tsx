import { useI18n, useNow } from '@tavla/i18n/react'
import { useEnvironment } from '../environment.ts'

/** How long ago something was, with the time itself for whoever points at it (reference: texts, Dates and numbers). */
export function TimeOf({ at }: { at: string }) {
  const { formatRelative, formatDate, formatTime } = useI18n()
  const now = useNow(useEnvironment().now)
  return (
    <time dateTime={at.slice(0, 19).replace(' ', 'T')} title={`${formatDate(at)} ${formatTime(at.slice(11))}`}>
      {formatRelative(at, now)}
    </time>
  )
}
