import type { QueuedChange } from '../../waiting.ts'
import { type Owner, placed, type QueueBrowser, type SentChange } from '../queue-browser.ts'

/** A browser in memory. */
export interface MemoryBrowser {
  /** True: it keeps nothing more. */
  isFull: boolean
  /** The part of the next tab of an owner. */
  of(owner: Owner): QueueBrowser
}

interface Kept {
  changes: readonly QueuedChange[]
  tabs: Set<(sent?: SentChange) => void>
}

export function memoryBrowser(): MemoryBrowser {
  const owners = new Map<string, Kept>()
  const browser: MemoryBrowser = {
    isFull: false,
    of(owner) {
      const kept = owners.get(owner.join('\n')) ?? { changes: [], tabs: new Set() }
      owners.set(owner.join('\n'), kept)
      let own: ((sent?: SentChange) => void) | undefined
      // As the messages of tabs, it arrives later, as a copy, and not at the tab that sends it.
      const tellOthers = (sent?: SentChange) => {
        const about = structuredClone(sent)
        for (const tab of kept.tabs) if (tab !== own) queueMicrotask(() => tab(about))
      }
      return {
        read: async () => kept.changes,
        async change(change, sent) {
          const { changes: before } = kept
          const after = placed(change(before))
          const isMore = after.some((one) => !before.includes(one))
          if (browser.isFull && isMore) throw new DOMException('No room is left', 'QuotaExceededError')
          kept.changes = after
          if (sent) tellOthers(sent)
          tellOthers()
          return after
        },
        watch(listener) {
          own = listener
          kept.tabs.add(listener)
          return () => kept.tabs.delete(listener)
        },
        isVisible: () => true,
        onOnline: () => undefined,
      }
    },
  }
  return browser
}
