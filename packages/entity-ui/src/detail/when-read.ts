import type { EntityStore } from '@tavla/client'

/** Resolves when the read of the open record has ended. */
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
