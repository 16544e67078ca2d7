import { unbroken } from '@tavla/fields/ui'
import type { PointerEvent } from 'react'

/**
 * Makes the whole of a cut text the tooltip of the row or card under the pointer. The link covers the texts, so that they
 * get no hover of their own; only the text under the pointer is measured.
 */
export function tellCutText(event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'touch') return
  const row = event.target instanceof Element ? event.target.closest('.entity-row, .entity-tile, .board-card') : null
  if (!row) return
  const { clientX, clientY } = event
  const cut = document.elementsFromPoint(clientX, clientY).find((one) => isCut(one) && isInside(one, clientX))
  const text = cut?.matches('.entity-row-more')
    ? restOf(row)
    : cut?.matches(':is(.rail-row, .columns-below) dd')
      ? slotOf(cut)
      : unbroken(cut?.textContent ?? '')
  if (text === (row.getAttribute('title') ?? '')) return
  if (text === '') row.removeAttribute('title')
  else row.setAttribute('title', text)
}

const isCut = (element: Element) =>
  element.matches('.entity-row-more, :is(.rail-row, .columns-below) dd') ||
  (element.matches(':is(.entity-row, .entity-tile, .board-card) :is(bdi, .record-link, dd > *, .pill *)') &&
    (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1))

/** A value in its place beside an open record, where no label stands. */
const slotOf = (value: Element): string =>
  [value.previousElementSibling?.textContent, value.textContent].map((text) => unbroken(text ?? '')).join(': ')

/** The fields without a place in the row or card, one per line. */
const restOf = (row: Element): string =>
  [...row.querySelectorAll('.entity-row-rest')]
    .map((one) => [...one.children].map(({ textContent }) => unbroken(textContent)).join(': '))
    .join('\n')

/** Tests the box itself, because for the browser the link over the row is what the pointer hits. */
function isInside(element: Element, x: number): boolean {
  const { left, right } = element.getBoundingClientRect()
  return left <= x && x <= right
}
