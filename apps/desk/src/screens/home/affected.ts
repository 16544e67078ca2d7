import type { HomeAnswer, HomePart } from '@tavla/contract'

export type PartName = keyof HomeAnswer

/** The part of a list event that Home reads (reference: live-events, Events from the server). */
export interface ListNews {
  entity?: unknown
  user?: unknown
}

/** Parts that show records of these entities in a way of their own. */
const about: Readonly<Record<string, readonly PartName[]>> = {
  Communication: ['waiting', 'entities'],
  Assignment: ['assigned', 'waiting'],
  Follower: ['waiting'],
  Reminder: ['reminders'],
  'List View': ['views'],
}

/** The entities whose lists Home listens to: those that stand beside records, those of the side bar, and those on screen. */
export function heardEntities(home: Partial<HomeAnswer>): string[] {
  const onScreen = listParts.flatMap((name) => home[name]?.items.map(({ entity }) => entity) ?? [])
  const named = home.entities?.map(({ id }) => id) ?? []
  const viewed = home.views?.map(({ entity }) => entity) ?? []
  return [...new Set([...Object.keys(about), ...viewed, ...onScreen, ...named])].slice(0, maxHeard)
}

/** A connection joins a limited number of rooms, and sends a limited number of events a second. */
const maxHeard = 40

export const listParts = ['waiting', 'assigned', 'reminders', 'recent', 'changed'] as const

/** The parts that an event may have changed. */
export function affectedParts(home: Partial<HomeAnswer>, { entity, user }: ListNews, me: string): Set<PartName> {
  const parts = new Set<PartName>(about[String(entity)])
  const shows = (part: HomePart | null | undefined) => part?.items.some((item) => item.entity === entity)
  for (const name of listParts) if (shows(home[name])) parts.add(name)
  if (home.views?.some((view) => view.entity === entity)) parts.add('views')
  if (home.entities?.some(({ id }) => id === entity)) parts.add('entities')
  if (user === me) parts.add('changed')
  return parts
}
