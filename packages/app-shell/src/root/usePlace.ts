import { useSyncExternalStore } from 'react'
import { useMatches } from 'react-router'
import { headingOf } from './headings.ts'
import { idOf } from './id-param.ts'
import { type PlaceMark, placeMark, watchPlaceMark } from './place-mark.ts'

/** The handle of a route: the title in top bar and window. */
export interface RouteHandle {
  title: string
}

/** A route handle with this title. */
export const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } })

export interface Place {
  /** The route's title, or the entity's name; English source text. '' for none. */
  title: string
  /** The `id` parameter of the address. */
  id: string | undefined
  entity: string | undefined
  /** The mark of the record in the address. */
  mark: PlaceMark | null
}

/** The current place, as shown in the top bar and the window's title. */
export function usePlace(): Place {
  const matches = useMatches()
  const mark = useSyncExternalStore(watchPlaceMark, placeMark)
  const last = matches.at(-1)
  const { entity, id } = last?.params ?? {}
  const handle = matches.findLast((match) => match.handle)?.handle as RouteHandle | undefined
  return { title: entity === undefined ? (handle?.title ?? '') : headingOf(entity), id: idOf(id), entity, mark }
}
