/** Elements with rows: lists, columns of a board, tables. */
const holders = 'ul, ol, table, [role="list"], [role="grid"], [role="table"]'

/**
 * Hides the globes of a text in all rows of a list, a board's column or a table but the first one where it stands
 * (reference: texts, Missing translations). Returns a function that stops it.
 */
export function watchRepeatedMarks(): () => void {
  let frame = 0
  const mark = () => {
    frame = 0
    const seen = new Map<Element, Set<string>>()
    for (const element of document.querySelectorAll<HTMLElement>('[data-untranslated]')) {
      const holder = element.closest(holders)
      const key = `${element.dataset.context}\n${element.dataset.source}`
      const texts = (holder && seen.get(holder)) ?? new Set<string>()
      if (holder) seen.set(holder, texts)
      element.toggleAttribute('data-repeated', texts.has(key))
      texts.add(key)
    }
  }
  const ask = () => {
    frame ||= requestAnimationFrame(mark)
  }
  const observer = new MutationObserver(ask)
  observer.observe(document.body, { childList: true, subtree: true })
  ask()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
