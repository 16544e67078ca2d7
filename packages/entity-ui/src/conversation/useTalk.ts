import { queuedChanges, type ThreadState } from '@tavla/client'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'
import { useListEvents } from '../record-tabs/useListEvents.ts'
import { notesOf, notesToCome } from './notes.ts'
import { nextToRead, talkOf } from './talk.ts'
import { useThread } from './useThread.ts'

interface TalkOptions {
  entity: string
  id: string
  /** Mail and WhatsApp belong to it. */
  hasMessages: boolean
  hasNotes: boolean
  /** The record has been opened, with this WhatsApp contact. */
  isOpen: boolean
  contact: unknown
}

const nothing: Pick<ThreadState, 'messages' | 'count'> = { messages: [], count: 0 }

/** The messages and notes of the open record on one time line, followed live, and the ways to read them. */
export function useTalk({ entity, id, hasMessages, hasNotes, isOpen, contact }: TalkOptions) {
  const { client } = useEnvironment()
  const [read, thread] = useThread(entity)
  const notes = notesOf(client, entity)
  useEffect(() => notes.follow(), [notes])
  const noted = useSyncExternalStore(notes.subscribe, notes.getSnapshot, notes.getSnapshot)
  const { changes } = useSyncExternalStore(queuedChanges.subscribe, queuedChanges.getSnapshot)

  const loadMessages = useCallback(async () => hasMessages && thread.load(), [thread, hasMessages])
  const loadNotes = useCallback(async () => hasNotes && notes.load(), [notes, hasNotes])
  const load = useCallback(async () => {
    await Promise.all([loadMessages(), loadNotes()])
  }, [loadMessages, loadNotes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact has other messages
  useEffect(() => {
    if (isOpen) void load()
  }, [load, isOpen, id, contact])
  // The record's own events report mail, WhatsApp and notes; both may also be created in other ways, and notes come back
  // from the trash.
  useListEvents('Communication', loadMessages)
  useListEvents('Note', loadNotes)

  const messages = hasMessages ? read : nothing
  const items = useMemo(() => {
    const notes = hasNotes ? notesToCome(noted, changes, { entity, id }) : { ...nothing, unsent: 0 }
    return talkOf(messages, { count: noted.count, messages: notes.messages }, notes.unsent)
  }, [messages, noted, changes, hasNotes, entity, id])

  const latest = useRef(items.length)
  useEffect(() => {
    latest.current = items.length
  })
  const isLoading = useRef(false)
  const loadOlder = useCallback(async () => {
    if (isLoading.current) return
    isLoading.current = true
    const before = latest.current
    // One read may end where the other begins, and a message that arrives in the meantime is read first.
    for (let turn = 0; turn < 4 && latest.current === before; turn++) {
      const next = nextToRead(hasMessages ? thread.getSnapshot() : nothing, hasNotes ? notes.getSnapshot() : nothing)
      if (!next) break
      await (next === 'note' ? notes : thread).loadMore()
    }
    isLoading.current = false
  }, [thread, notes, hasMessages, hasNotes])

  // Without a right to notes there are none; a record without messages shows why they cannot be read.
  const { status, error } = hasMessages ? read : noted
  return { items, messages: messages.messages, status, error, load, loadOlder }
}
