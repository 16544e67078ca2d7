import type { EntityState } from '@tavla/client'
import type { ListPlace } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface SavedPlace {
  place: ListPlace
  /** The list's query there, as JSON text. */
  question: string
}

/** Maximum number of remembered entries of the browser's history. */
const maxEntries = 100
const savedPlaces = new Map<string, SavedPlace>()

/** The scroll position of a list. Back and Forward restore it, from any screen. */
export function useListPlace({ filters, group, searchText, orderBy, layout }: EntityState): ListPlace {
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const question = JSON.stringify([filters, group, searchText, orderBy, layout])
  const [place] = useState<ListPlace>(() => {
    const former = isReturn ? savedPlaces.get(key) : undefined
    return former?.question === question ? former.place : { top: 0, height: 0 }
  })
  // A record opened beside the list is another history entry with the same list.
  useEffect(() => {
    savedPlaces.delete(key)
    savedPlaces.set(key, { place, question })
    for (const oldest of savedPlaces.keys()) if (savedPlaces.size > maxEntries) savedPlaces.delete(oldest)
  }, [key, place, question])
  return place
}
