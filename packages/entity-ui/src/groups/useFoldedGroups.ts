import { createListeners, type EntityState } from '@tavla/client'
import { useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'

/** The groups that are folded, or with `all` every one but those named. */
interface Folding {
  all: boolean
  but: readonly string[]
}

const none: Folding = { all: false, but: [] }
/** Most groups that are remembered apart from the others. */
const maxNamed = 500

const changes = createListeners()
const known = new Map<string, Folding>()

/**
 * Which groups of a list a person has folded: kept in this tab, also over a reload, until the person signs out. The
 * names of groups may be those of customers, so that they are not kept longer.
 */
export function useFoldedGroups({ entity, groupBy }: Pick<EntityState, 'entity' | 'groupBy'>) {
  const { session } = useEnvironment()
  const place = ['tavla.folded', session.user, entity, groupBy].join('\n')
  const { all, but } = useSyncExternalStore(changes.listen, () => foldingAt(place))
  return {
    isFolded: (key: string) => but.includes(key) !== all,
    fold(key: string, isFolded: boolean) {
      const others = but.filter((one) => one !== key)
      keep(place, { all, but: isFolded === all ? others : [...others, key].slice(-maxNamed) })
    },
    foldAll: (isFolded: boolean) => keep(place, { all: isFolded, but: [] }),
  }
}

function foldingAt(place: string): Folding {
  const held = known.get(place)
  if (held) return held
  const read = readFolding(sessionStorage.getItem(place))
  known.set(place, read)
  return read
}

function keep(place: string, folding: Folding): void {
  known.set(place, folding)
  if (!folding.all && folding.but.length === 0) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, JSON.stringify(folding))
  changes.tell()
}

function readFolding(text: string | null): Folding {
  try {
    const { all, but } = JSON.parse(text ?? 'null') as Partial<Folding>
    return Array.isArray(but) ? { all: all === true, but: but.map(String) } : none
  } catch {
    return none
  }
}
