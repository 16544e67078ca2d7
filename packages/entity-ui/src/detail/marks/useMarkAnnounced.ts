import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { announce } from '@tavla/ui'
import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Tells screen readers what a mark says of its field, when it appears and when `arrival` is another one. A live region
 * that comes with its text is not read by all of them.
 */
export function useMarkAnnounced(words: RefObject<HTMLElement | null>, field: FieldMeta, arrival: unknown): void {
  const { t } = useI18n()
  const tell = useEffectEvent(() => {
    if (words.current) announce(`${t(field.label)}: ${spokenText(words.current)}`)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another arrival is told anew
  useEffect(() => tell(), [arrival])
}

/** The words of an element, also those of its pictures, apart from each other as they are on the screen. */
function spokenText(element: HTMLElement): string {
  const words: string[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    words.push((node instanceof Element ? node.ariaLabel : node.textContent) ?? '')
  }
  return words
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:])/g, '$1')
    .trim()
}
