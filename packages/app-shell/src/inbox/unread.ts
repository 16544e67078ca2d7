import { createListeners } from '@tavla/client'

let unread = 0
let version = 0
const changes = createListeners()

/** Number of notifications that the person has not read. */
export const unreadCount = (): number => unread

/** Changes with each number that is shown; an answer that was asked for before is older than that number. */
export const unreadVersion = (): number => version

/** Shows the number of unread notifications on the bell and beside the inbox. */
export function showUnread(count: number): void {
  version++
  if (count === unread) return
  unread = count
  changes.tell()
}

export const watchUnread = changes.listen
