import { showError } from '@tavla/app-shell'
import { useRef, useState } from 'react'
import { type PlanItem, pickItems } from './promotion-calls.ts'

/**
 * The items as they are picked, also before that is stored: boxes stay usable meanwhile, so that the keyboard keeps its
 * place and quick picks count. Several are stored one after the other.
 */
export function usePicks(id: string, stored: readonly PlanItem[], reload: () => Promise<unknown>) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const pick = (keys: readonly string[]) => {
    setWanted(keys)
    last.current = last.current.then(async () => {
      await pickItems(id, keys).catch(showError)
      await reload()
      setWanted((now) => (now === keys ? null : now))
    })
  }
  const items = wanted
    ? stored.map((item) => ({ ...item, picked: wanted.includes(item.key) ? (1 as const) : (0 as const) }))
    : stored
  return { items, isStoring: wanted !== null, pick }
}
