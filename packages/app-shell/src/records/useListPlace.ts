import type { EntityState } from '@tavla/client'
import type { ListPlace } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Kept {
  place: ListPlace
  /** The list's query there, as JSON text. */
  question: string
}

/** Maximum number of remembered entries of the browser's history. */
const most = 100
const kept = new Map<string, Kept>()

/** The scroll position of a list. Back and Forward restore it, from any screen. */
export function useListPlace({ filters, searchText, orderBy, layout }: EntityState): ListPlace {
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const question = JSON.stringify([filters, searchText, orderBy, layout])
  const [place] = useState<ListPlace>(() => {
    const former = isReturn ? kept.get(key) : undefined
    return former?.question === question ? former.place : { top: 0, height: 0 }
  })
  // A record opened beside the list is another history entry with the same list.
  useEffect(() => {
    kept.delete(key)
    kept.set(key, { place, question })
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
  }, [key, place, question])
  return place
}
