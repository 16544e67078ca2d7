import { expect, test } from 'vitest'
import { nextToRead, talkOf } from './talk.ts'

const message = (id: string, at: string) => ({ id, communication_date: at })
const note = (id: string, at: string) => ({ id, creation: at })
const ids = (messages: object[], count: number, notes: object[], noted: number) => {
  const read = [
    { messages: messages as { id: string }[], count },
    { messages: notes as { id: string }[], count: noted },
  ] as const
  return [talkOf(...read).map(({ record }) => record.id), nextToRead(...read)]
}

test('notes stand between messages at their time', () => {
  const messages = [message('m2', '2026-01-03 10:00:00'), message('m1', '2026-01-01 10:00:00')]
  const notes = [note('n2', '2026-01-04 09:00:00'), note('n1', '2026-01-02 09:00:00')]
  expect(ids(messages, 2, notes, 2)).toEqual([['n2', 'm2', 'n1', 'm1'], undefined])
  expect(ids([], 0, notes, 2)).toEqual([['n2', 'n1'], undefined])
})

test('a note that waits to be sent stands above all, whatever this clock says', () => {
  const notes = { messages: [note('new', '2025-12-31 09:00:00'), note('n1', '2026-01-02 09:00:00')], count: 2 }
  const messages = { messages: [message('m1', '2026-01-03 10:00:00')], count: 1 }
  expect(talkOf(messages, notes, 1).map(({ record }) => record.id)).toEqual(['new', 'm1', 'n1'])
})

test('nothing older is shown than what was read of both, and that is read next', () => {
  const messages = [message('m2', '2026-01-05 10:00:00'), message('m1', '2026-01-03 10:00:00')]
  const notes = [note('n2', '2026-01-04 09:00:00'), note('n1', '2026-01-01 09:00:00')]
  expect(ids(messages, 9, notes, 2)).toEqual([['m2', 'n2', 'm1'], 'message'])
  expect(ids(messages, 2, notes, 9)).toEqual([['m2', 'n2', 'm1', 'n1'], 'note'])
  expect(ids(messages, 9, notes, 9)).toEqual([['m2', 'n2', 'm1'], 'message'])
})
