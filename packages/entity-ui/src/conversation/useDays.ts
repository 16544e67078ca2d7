import { type EntityRecord, textOf } from '@tavla/contract'
import { useState } from 'react'
import { mediumOf, type Quoted, quotedOf, reactionOf, timeOf, unreadQuote } from './message.ts'

/** A message as the thread shows it. */
export interface ThreadRow {
  message: EntityRecord
  /** The one that it answers, where the message itself does not carry it. */
  quoted?: Quoted | undefined
  /** Whether that one is in the thread. */
  canFind: boolean
  /** What people said to it with one emoji each. */
  reactions?: string | undefined
}

interface ThreadDay {
  day: string
  rows: readonly ThreadRow[]
}

/** Messages by their day, oldest first. A day in which nothing has changed is the same object as before. */
export function useDays(messages: readonly EntityRecord[]): readonly ThreadDay[] {
  const [held, setHeld] = useState(() => ({ messages, days: daysOf(messages) }))
  if (held.messages === messages) return [...held.days.values()]
  const days = daysOf(messages)
  for (const [day, fresh] of days) {
    const former = held.days.get(day)
    if (former && isSameDay(former, fresh)) days.set(day, former)
  }
  // Noted while drawing: what is drawn now is what the next ones are compared with.
  setHeld({ messages, days })
  return [...days.values()]
}

function daysOf(messages: readonly EntityRecord[]): Map<string, ThreadDay> {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const reactions = reactionsTo(messages)
  const days = new Map<string, { day: string; rows: ThreadRow[] }>()
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as EntityRecord
    const day = timeOf(message).slice(0, 10)
    const held = days.get(day) ?? { day, rows: [] }
    held.rows.push({ message, ...quoteIn(message, byId), reactions: reactions.get(message.id) })
    days.set(day, held)
  }
  return days
}

function quoteIn(message: EntityRecord, byId: ReadonlyMap<string, EntityRecord>) {
  const id = textOf(message.in_reply_to)
  // A mail carries what it answers.
  if (id === '' || mediumOf(message) === 'Email') return { canFind: false }
  const answered = byId.get(id)
  return { quoted: answered ? quotedOf(answered) : unreadQuote(message), canFind: answered !== undefined }
}

/** What was said to messages with one emoji, by the id of the message; the last of each person counts. */
function reactionsTo(messages: readonly EntityRecord[]): Map<string, string> {
  const said = new Map<string, Map<string, string>>()
  for (const message of messages.toReversed()) {
    const emoji = reactionOf(message)
    if (emoji === '') continue
    const id = textOf(message.in_reply_to)
    const people = said.get(id) ?? new Map<string, string>()
    said.set(id, people.set(textOf(message.sender), emoji))
  }
  return new Map([...said].map(([id, people]) => [id, [...people.values()].join(' ')]))
}

function isSameDay({ rows }: ThreadDay, { rows: others }: ThreadDay): boolean {
  if (rows.length !== others.length) return false
  return rows.every((row, index) => {
    const other = others[index]
    return (
      row.message === other?.message &&
      row.quoted === other.quoted &&
      row.canFind === other.canFind &&
      row.reactions === other.reactions
    )
  })
}
