import { useNow, useTimes } from '@tavla/i18n/react'
import { useEnvironment } from '../environment.ts'

/** The time since a moment, or the time of its day, with the moment itself as its tooltip (reference: texts, Dates and numbers). */
export function TimeOf({ at, isUnderDay = false }: { at: string; isUnderDay?: boolean }) {
  const { formatRelative, formatMoment, formatTime } = useTimes()
  const now = useNow(useEnvironment().now)
  return (
    <time dateTime={at.slice(0, 19).replace(' ', 'T')} title={formatMoment(at)}>
      {isUnderDay ? formatTime(at.slice(11)) : formatRelative(at, now)}
    </time>
  )
}
