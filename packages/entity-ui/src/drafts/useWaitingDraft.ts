import { type DraftKey, type KeptDraft, readDraft, watchDrafts } from '@tavla/client/browser'
import { useEffect, useState } from 'react'
import type { DraftKeeper } from './draft-keeper.ts'

/** The kept draft of a place in which the person is not typing now; null for none. */
export function useWaitingDraft(key: DraftKey, keeper: DraftKeeper, isTyping: boolean): KeptDraft | null {
  const [waiting, setWaiting] = useState<KeptDraft | null>(null)
  useEffect(() => {
    if (isTyping) return
    let isOver = false
    const read = async () => {
      await keeper.settled()
      const draft = await readDraft(key)
      if (!isOver) setWaiting(draft ?? null)
    }
    // A browser that keeps nothing has none; the first key tells the person so.
    const readQuietly = () => void read().catch(() => undefined)
    readQuietly()
    const text = key.join('\n')
    const stop = watchDrafts((changed) => changed.join('\n') === text && readQuietly())
    return () => {
      isOver = true
      stop()
      setWaiting(null)
    }
  }, [key, keeper, isTyping])
  return waiting
}
