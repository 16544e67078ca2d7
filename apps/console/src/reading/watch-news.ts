import type { Client } from '@tavla/client'

/** The backend that news come from. */
export type NewsSource = Pick<Client, 'live' | 'watchEvents'>

/** Whether a live event concerns what a panel shows. */
export type IsNews = (payload: Readonly<Record<string, unknown>>) => boolean

/** How long news may gather before they are told, in milliseconds. */
const pause = 150

/** Tells of live events that are news, and of a connection that came (again): what happened without one was told to nobody. */
export function watchNews({ live, watchEvents }: NewsSource, isNews: IsNews, tell: () => void): () => void {
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
