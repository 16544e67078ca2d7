import type { ThreadState } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { timeOf } from './message.ts'

/** A message or a note on the time line of a record. */
export interface TalkItem {
  kind: 'message' | 'note'
  record: EntityRecord
}

type Read = Pick<ThreadState, 'messages' | 'count'>

/** The time back to which everything was read; '' for all of it. */
const readBackTo = ({ messages, count }: Read): string => {
  const last = messages.at(-1)
  return last && messages.length < count ? timeOf(last) : ''
}

/** Messages and notes, newest first, as far back as both were read; above them the first notes, so many as wait. */
export function talkOf(messages: Read, notes: Read, waiting = 0): readonly TalkItem[] {
  const end = [readBackTo(messages), readBackTo(notes)].sort().at(-1) ?? ''
  const unsent = itemsOf('note', notes.messages.slice(0, waiting))
  const items = [...itemsOf('message', messages.messages), ...itemsOf('note', notes.messages.slice(waiting))]
  const times = new Map(items.map((item) => [item, timeOf(item.record)]))
  const time = (item: TalkItem) => times.get(item) ?? ''
  const read = items.filter((item) => time(item) >= end)
  return [...unsent, ...read.sort((one, other) => (time(one) < time(other) ? 1 : time(one) > time(other) ? -1 : 0))]
}

/** Which of the two the reader's way back ends at; undefined when all is read. */
export function nextToRead(messages: Read, notes: Read): TalkItem['kind'] | undefined {
  const [back, noted] = [readBackTo(messages), readBackTo(notes)]
  if (back === '' && noted === '') return undefined
  return back >= noted ? 'message' : 'note'
}

const items = new WeakMap<EntityRecord, TalkItem>()

/** The same item each time, so that what did not change is not drawn again. */
function itemsOf(kind: TalkItem['kind'], records: readonly EntityRecord[]): TalkItem[] {
  return records.map((record) => {
    const held = items.get(record) ?? { kind, record }
    items.set(record, held)
    return held
  })
}
