import { notificationCalls } from '@tavla/client'
import { limits } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useI18n, useTimes } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useState } from 'react'
import { type InboxRow, type NoticeStatus, readUnread } from './inbox-rows.ts'

/** The steps that a person may take with rows of the inbox. None of them throws. */
export interface Marks {
  /** The ids of rows that are on their way out of the list. */
  leaving: ReadonlySet<string>
  /** Reads a row without a word, as opening it does. */
  read(row: InboxRow): void
  /** Makes an unread row read, and any other one unread. */
  turn(row: InboxRow): void
  done(row: InboxRow): void
  /** Puts a row off until a wall-clock time. */
  later(row: InboxRow, until: string): void
  readAll(): Promise<void>
}

/** Marks rows of the inbox (reference: work, Notifications); `onMarked` reads them again. */
export function useMarks(onMarked: () => Promise<unknown>): Marks {
  const { t } = useI18n()
  const { formatWithin } = useTimes()
  const { client, now, onError } = useEnvironment()
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set())
  const calls = notificationCalls(client.api)

  const mark = async (ids: readonly string[], status: NoticeStatus, until: string | null = null): Promise<boolean> => {
    try {
      for (let at = 0; at < ids.length; at += limits.bulkItems) {
        const some = ids.slice(at, at + limits.bulkItems)
        await calls.mark({ ids: some, status, ...(until !== null && { later_until: until }) })
      }
      return true
    } catch (error) {
      onError(error)
      return false
    } finally {
      await onMarked()
    }
  }
  const offerUndo = (sentence: string, undo: () => void) =>
    notify(sentence, { tone: 'success', action: { label: t('Undo'), onAction: undo } })

  /** Takes a row away, or brings it back, with a notice that offers to undo it. */
  const put = async (row: InboxRow, status: NoticeStatus, sentence: string, until?: string) => {
    const isLeaving = status === 'Done' || (status === 'Later') !== (row.status === 'Later')
    if (isLeaving) setLeaving((before) => new Set([...before, row.id]))
    const isMarked = await mark([row.id], status, until)
    setLeaving((before) => new Set([...before].filter((id) => id !== row.id)))
    if (isMarked) offerUndo(sentence, () => void mark([row.id], row.status, row.later_until))
  }

  return {
    leaving,
    read(row) {
      if (row.status === 'Unread') void mark([row.id], 'Read')
    },
    turn(row) {
      if (row.status === 'Later') void put(row, 'Unread', t('Marked as unread'))
      else void mark([row.id], row.status === 'Unread' ? 'Read' : 'Unread')
    },
    done: (row) => void put(row, 'Done', t('Marked as done')),
    later: (row, until) => void put(row, 'Later', t('Put off: {0}', [formatWithin(until, now())]), until),
    async readAll() {
      try {
        const ids = await readUnread(client, limits.pageCap)
        if (ids.length > 0 && (await mark(ids, 'Read'))) {
          offerUndo(t('All marked as read'), () => void mark(ids, 'Unread'))
        }
      } catch (error) {
        onError(error)
      }
    },
  }
}
