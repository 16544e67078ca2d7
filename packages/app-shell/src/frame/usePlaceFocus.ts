import { useI18n } from '@tavla/i18n/react'
import { announce } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Place } from '../root/usePlace.ts'

/**
 * Moves the focus to the content of a new screen and announces its title. Another place on the same screen, such as a
 * record beside its list, keeps the focus, unless the focused element is gone or hidden.
 */
export function usePlaceFocus({ title, id }: Place): void {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const last = useRef({ title, pathname })

  useEffect(() => {
    const before = last.current
    last.current = { title, pathname }
    if (before.pathname === pathname) return
    if (before.title !== title) {
      main()?.focus({ preventScroll: true })
      announce(t(title))
      return
    }
    // Styles hide elements only with the next paint.
    return afterPaint(() => {
      if (hasFocus()) return
      main()?.focus({ preventScroll: true })
      announce(id ?? t(title))
    })
  }, [t, title, id, pathname])
}

const main = () => document.getElementById('main')

function hasFocus(): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && activeElement.checkVisibility()
}

function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
