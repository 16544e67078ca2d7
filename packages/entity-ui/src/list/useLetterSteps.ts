import { useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import type { RefObject } from 'react'

/**
 * J and K for a list that opens no record beside itself: calls `go` with whether a row has the focus, and the
 * direction.
 */
export function useLetterSteps(
  parentRef: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  go: (isOnRow: boolean, step: number) => void,
): void {
  const { t } = useI18n()
  const step = (by: number) => {
    const held = document.activeElement
    go(held instanceof HTMLElement && held.dataset.record !== undefined && isInside(held, parentRef.current), by)
  }
  useShortcut('j', () => step(1), { isEnabled, label: t('Next record') })
  useShortcut('k', () => step(-1), { isEnabled, label: t('Previous record') })
}

const isInside = (element: Element, place: Element | null): boolean => place?.contains(element) === true
