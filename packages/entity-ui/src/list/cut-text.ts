import { unbroken } from '@tavla/fields/ui'
import type { PointerEvent } from 'react'

/**
 * Lets the row under the pointer tell the whole of the text that is cut there. The row's link lies over all of it, so that
 * no text is hovered by itself; and only what is pointed at is measured.
 */
export function tellCutText(event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'touch') return
  const row = event.target instanceof Element ? event.target.closest('.entity-row') : null
  if (!row) return
  const { clientX, clientY } = event
  const cut = document.elementsFromPoint(clientX, clientY).find((one) => isCut(one) && isInside(one, clientX))
  const text = cut?.matches('.entity-row-more') ? restOf(row) : unbroken(cut?.textContent ?? '')
  if (text === (row.getAttribute('title') ?? '')) return
  if (text === '') row.removeAttribute('title')
  else row.setAttribute('title', text)
}

const isCut = (element: Element) =>
  element.matches('.entity-row-more') ||
  (element.matches('.entity-row :is(bdi, .record-link, dd > *, .pill *)') &&
    (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1))

/** The fields that have no place in the row, each on a line. */
const restOf = (row: Element): string =>
  [...row.querySelectorAll('.entity-row-rest')]
    .map((one) => [...one.children].map(({ textContent }) => unbroken(textContent)).join(': '))
    .join('\n')

/** In the box itself: what is drawn over the row for the link counts as the link. */
function isInside(element: Element, x: number): boolean {
  const { left, right } = element.getBoundingClientRect()
  return left <= x && x <= right
}
