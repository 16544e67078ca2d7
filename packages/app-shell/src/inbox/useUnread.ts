import type { NotificationUpdate } from '@tavla/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { watchEvents } from '../app-client.ts'
import { showUnread, unreadCount, watchUnread } from './unread.ts'

/** The number of unread notifications, which every tab of the person follows live. */
export function useUnread(): number {
  useEffect(
    () => watchEvents((name, payload) => name === 'notification' && showUnread((payload as NotificationUpdate).unread)),
    [],
  )
  return useSyncExternalStore(watchUnread, unreadCount)
}
