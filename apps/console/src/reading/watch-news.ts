import type { Client } from '@tavla/client'

/** The backend of the live events. */
export type LiveSource = Pick<Client, 'live' | 'watchEvents'>

/** True if a live event concerns the panel. */
export type EventFilter = (payload: Readonly<Record<string, unknown>>) => boolean

/** Time in which events are collected before one call, in milliseconds. */
const pause = 150

/** Calls `tell` after relevant live events, and after each (re)connection, since events without a connection are lost. */
export function watchNews({ live, watchEvents }: LiveSource, isNews: EventFilter, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isOnline = () => live.status.getSnapshot().status === 'online'
  let wasOnline = isOnline()
  const tellSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      tell()
    }, pause)
  }
  const stopEvents = watchEvents((_name, payload) => {
    if (typeof payload === 'object' && payload !== null && isNews({ ...payload })) tellSoon()
  })
  const stopStatus = live.status.subscribe(() => {
    if (isOnline() && !wasOnline) tellSoon()
    wasOnline = isOnline()
  })
  return () => {
    stopEvents()
    stopStatus()
    clearTimeout(timer)
  }
}
