import type { EntityState } from '@tavla/client'
import type { ListPlace } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Kept {
  place: ListPlace
  /** What the list was asked for there. */
  question: string
}

/** How many entries of the browser's history are remembered. */
const most = 100
const kept = new Map<string, Kept>()

/** Where a list stands. Whoever comes to it by Back or Forward, from whichever screen, finds it as they left it. */
export function useListPlace({ filters, searchText, orderBy, layout }: EntityState): ListPlace {
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const question = JSON.stringify([filters, searchText, orderBy, layout])
  const [place] = useState<ListPlace>(() => {
    const former = isReturn ? kept.get(key) : undefined
    return former?.question === question ? former.place : { top: 0, height: 0 }
  })
  // A record opened beside the list is an entry of its own, and the list the same.
  useEffect(() => {
    kept.delete(key)
    kept.set(key, { place, question })
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
  }, [key, place, question])
  return place
}
