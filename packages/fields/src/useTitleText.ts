import { useTimes } from '@tavla/i18n/react'
import { useCallback } from 'react'
import { useFieldServices } from './field-context.ts'

/** Returns a function that writes the title of a record; one that is a moment, as of a backup, as people say it. */
export function useTitleText(): (title: string) => string {
  const { formatDateTime } = useTimes()
  const { now } = useFieldServices()
  return useCallback((title) => (isMoment.test(title) ? formatDateTime(title, now()) : title), [formatDateTime, now])
}

const isMoment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/
