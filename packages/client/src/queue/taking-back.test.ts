import { expect, test } from 'vitest'
import { afterAnswer, nextChange } from './order.ts'
import { takenBack } from './taking-back.ts'
import { change, create } from './testing/changes.ts'

const tried = { isTried: true } as const
const message = { text: 'No', isLocal: false }

test('taking a new record back takes its later changes along; anything else goes alone', () => {
  const made = create('~1')
  const later = change('~1')
  const other = change('B')
  expect(takenBack([made, later, other], made.operation, 'undo')).toEqual([other])
  expect(takenBack([made, later, other], later.operation, 'undo')).toEqual([made, other])
})

test('a change that may have reached the server waits in its place to be undone there', () => {
  const [a, b] = [change('A', tried), change('B')]
  const after = takenBack([a, b], a.operation, 'undo')
  expect(after).toEqual([{ ...a, state: 'undoing', undo: 'undo' }, b])
  expect(nextChange(after)).toBe(after[0])
  expect(takenBack(after, a.operation, 'another')).toBe(after)
})

test('a refused change and a clash were never written, so that they go at once', () => {
  for (const state of ['refused', 'clash'] as const) {
    const one = change('A', { ...tried, state })
    expect(takenBack([one], one.operation, 'undo')).toEqual([])
  }
})

test('an answer that comes after a change was taken back leaves it to its undo, and a refusal ends it', () => {
  const one = change('A', { ...tried, state: 'undoing', undo: 'undo' })
  const all = [one]
  expect(afterAnswer(all, one.operation, { kind: 'sent', records: [{ id: 'A' }] }, 0)).toBe(all)
  expect(afterAnswer(all, one.operation, { kind: 'unanswered' }, 0)).toBe(all)
  expect(afterAnswer(all, one.operation, { kind: 'refused', message }, 0)).toEqual([])
  expect(afterAnswer(all, one.operation, { kind: 'clash', theirs: { id: 'A' }, message }, 0)).toEqual([])
})

test('a change is gone once it was undone, and once it is known that it cannot be', () => {
  const one = change('A', { state: 'undoing' })
  expect(afterAnswer([one], one.operation, { kind: 'taken back', undone: null }, 0)).toEqual([])
  expect(afterAnswer([one], one.operation, { kind: 'not taken back', message }, 0)).toEqual([])
})

test('a later change of the record stands on the values before those that were taken back', () => {
  const body = (base: object) => ({ method: 'PUT' as const, path: '/api/entity/Task', body: { id: 'A', _base: base } })
  const taken = change('A', {
    values: { status: 'Working', points: 3, rows: [{ id: 'r1' }] },
    base: { id: 'A', status: 'Open', points: 1 },
    call: body({ status: 'Open', points: 1, rows: [] }),
  })
  const rows = [{ id: 'r1' }]
  const later = change('A', {
    values: { status: 'Done', rows: [{ id: 'r1' }, { id: 'r2' }] },
    base: { id: 'A', status: 'Working', points: 3 },
    call: body({ status: 'Working', rows }),
  })
  const earlier = change('A', { base: { id: 'A', status: 'Working' } })
  const [first, second] = takenBack([earlier, taken, later], taken.operation, 'undo')
  expect(first).toBe(earlier)
  expect(second).toMatchObject({
    base: { status: 'Open', points: 1 },
    call: { body: { _base: { status: 'Open', rows } } },
  })
})
