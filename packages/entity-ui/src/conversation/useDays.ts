import { type EntityRecord, textOf } from '@tavla/contract'
import { useState } from 'react'
import { mediumOf, type Quotation, quotedOf, reactionOf, timeOf, unreadQuote } from './message.ts'
import type { TalkItem } from './talk.ts'

/** A message or a note in the thread. */
export interface ThreadRow {
  kind: TalkItem['kind']
  message: EntityRecord
  /** The message that it answers, unless the message contains it itself. */
  quoted?: Quotation | undefined
  /** True if that message is in the thread. */
  canFind: boolean
  /** Reactions to it, one emoji each. */
  reactions?: string | undefined
}

interface ThreadDay {
  day: string
  rows: readonly ThreadRow[]
}

/** Groups messages and notes by day, oldest first. A day without changes is the same object as before. */
export function useDays(items: readonly TalkItem[]): readonly ThreadDay[] {
  const [held, setHeld] = useState(() => ({ items, days: daysOf(items) }))
  if (held.items === items) return [...held.days.values()]
  const days = daysOf(items)
  for (const [day, fresh] of days) {
    const former = held.days.get(day)
    if (former && isSameDay(former, fresh)) days.set(day, former)
  }
  // Set during rendering: the next messages are compared with the ones rendered now.
  setHeld({ items, days })
  return [...days.values()]
}

function daysOf(items: readonly TalkItem[]): Map<string, ThreadDay> {
  const messages = items.flatMap(({ kind, record }) => (kind === 'message' ? [record] : []))
  const byId = new Map(messages.map((message) => [message.id, message]))
  const reactions = reactionsTo(messages)
  const days = new Map<string, { day: string; rows: ThreadRow[] }>()
  for (const { kind, record: message } of items.toReversed()) {
    const day = timeOf(message).slice(0, 10)
    const held = days.get(day) ?? { day, rows: [] }
    const beside = kind === 'note' ? { canFind: false } : quoteIn(message, byId)
    held.rows.push({ kind, message, ...beside, reactions: kind === 'note' ? undefined : reactions.get(message.id) })
    days.set(day, held)
  }
  return days
}

function quoteIn(message: EntityRecord, byId: ReadonlyMap<string, EntityRecord>) {
  const id = textOf(message.in_reply_to)
  // A mail contains the text that it answers.
  if (id === '' || mediumOf(message) === 'Email') return { canFind: false }
  const answered = byId.get(id)
  return { quoted: answered ? quotedOf(answered) : unreadQuote(message), canFind: answered !== undefined }
}

/** Emoji reactions by the id of the message; the last one of each person counts. */
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
