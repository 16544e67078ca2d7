import { client } from '@tavla/app-shell/frame'
import { copiedAt, createListeners, createReadThrottle } from '@tavla/client'
import { watchKept } from '@tavla/client/pinned'
import { workplaceCalls } from '@tavla/client/workplace'
import type { HomeAnswer } from '@tavla/contract'
import { affectedParts, heardEntities, type ListNews, listParts, type PartName } from './affected.ts'

/** The parts that were read; a part that could not be is null, and one that is not there is on its way. */
let home: Partial<HomeAnswer> = {}
/** Time of the copy from which parts of it come, in milliseconds. */
let homeCopiedAt: number | undefined
let reader = ''
let readings = 0
const latest = new Map<PartName, number>()
const changes = createListeners()

export const readHome = () => home
export const readHomeCopied = () => homeCopiedAt
export const watchHome = changes.listen

const all = [...listParts, 'views', 'entities'] as const

/** Reads parts again, all by default; what was there stays until the answer arrives, and where none does. */
export async function loadHome(parts: readonly PartName[] = all): Promise<void> {
  const number = ++readings
  for (const name of parts) latest.set(name, number)
  const isWhole = parts.length === all.length
  const answer = await workplaceCalls(client)
    .home(isWhole ? [] : parts)
    .catch(() => undefined)
  const at = copiedAt(answer)
  if (answer && at === undefined && isWhole) homeCopiedAt = undefined
  const next = { ...home }
  for (const name of parts) {
    if (latest.get(name) !== number) continue
    // A copy is older than what stands here.
    const isNewer = answer && (at === undefined || !home[name])
    if (isNewer && at !== undefined) homeCopiedAt = at
    const part = isNewer ? answer[name] : home[name]
    Object.assign(next, { [name]: part ?? null })
  }
  home = next
  changes.tell()
}

/** Shows Home to this person: what another one read is forgotten. */
export function openHome(user: string): void {
  if (user !== reader) {
    home = {}
    homeCopiedAt = undefined
    latest.clear()
  }
  reader = user
  void loadHome()
}

/** Keeps Home current by live events, until the returned function is called. `watchEvents` tells of each of them. */
export function keepCurrent(
  user: string,
  watchEvents: (listener: (name: string, payload: unknown) => void) => () => void,
): () => void {
  const wanted = new Set<PartName>()
  const throttle = createReadThrottle(() => {
    const parts = [...wanted]
    wanted.clear()
    void loadHome(parts)
  })
  const want = (parts: Iterable<PartName>) => {
    for (const name of parts) wanted.add(name)
    if (wanted.size > 0) throttle.schedule()
  }
  const held = new Map<string, () => void>()
  const hear = () => {
    for (const entity of heardEntities(home)) {
      if (!held.has(entity)) held.set(entity, client.live.watchList(entity))
    }
  }
  hear()
  const stops = [
    watchHome(hear),
    watchEvents((name, payload) => {
      if (name === 'list_update') want(affectedParts(home, payload as ListNews, user))
      if (name === 'notification') want(['assigned', 'reminders'])
    }),
    watchKept(() => want(['views'])),
    // Events from before the connection stood are lost.
    client.watchJoins(() => want(all)),
  ]
  return () => {
    throttle.stop()
    for (const stop of [...stops, ...held.values()]) stop()
  }
}
