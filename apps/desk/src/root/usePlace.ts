import { useMatches } from 'react-router'
import type { RouteHandle } from '../router.tsx'

export interface Place {
  /** The route's title, or the entity's name; English source text. '' for none. */
  title: string
  /** The `id` parameter of the address. */
  id: string | undefined
  entity: string | undefined
}

/** Where we are, as the top bar and the window's title say it. */
export function usePlace(): Place {
  const matches = useMatches()
  const last = matches.at(-1)
  const { entity, id } = last?.params ?? {}
  const handle = matches.findLast((match) => match.handle)?.handle as RouteHandle | undefined
  return { title: entity ?? handle?.title ?? '', id, entity }
}
