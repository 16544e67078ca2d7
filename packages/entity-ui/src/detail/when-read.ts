import type { EntityStore } from '@tavla/client'

/** Resolves once the open record was read, or can't be. */
export function whenRead(store: EntityStore): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { activeId, activeStatus } = store.getSnapshot()
      if (activeId !== null && (activeStatus === 'idle' || activeStatus === 'loading')) return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
}
