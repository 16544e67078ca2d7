let open = 0
const listeners = new Set<() => void>()

/** How many messages await an answer, as the window's title says it. */
export const openCount = (): number => open

/** Puts the number of what awaits an answer before the window's title; none for 0. */
export function showOpenCount(count: number): void {
  if (count === open) return
  open = count
  for (const listener of listeners) listener()
}

export function watchOpenCount(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
