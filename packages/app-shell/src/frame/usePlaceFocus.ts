import { useI18n } from '@tavla/i18n/react'
import { announce } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import type { Place } from '../root/usePlace.ts'

/** After moving to another screen the focus goes to its content and its title is said; a record in the same list moves nothing. */
export function usePlaceFocus({ title }: Place): void {
  const { t } = useI18n()
  const last = useRef(title)
  useEffect(() => {
    if (last.current === title) return
    last.current = title
    document.getElementById('main')?.focus({ preventScroll: true })
    announce(t(title))
  }, [t, title])
}
