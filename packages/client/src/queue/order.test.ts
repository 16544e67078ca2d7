import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { afterAnswer, failureOf, isTooOld, mustWait, nextChange, pauseAfter, replacedBy, unexpired } from './order.ts'
import { change, create } from './testing/changes.ts'

const now = 1000
const twoWeeks = 14 * 86_400_000
const sent = (...ids: string[]) => ({ kind: 'sent', records: ids.map((id) => ({ id })) }) as const
const message = { text: 'Subject is required', isLocal: false }
const clash = { kind: 'clash', theirs: { id: 'A', subject: 'Theirs' }, message } as const
const refused = { kind: 'refused', message } as const

test('attempts follow after 1, 2, 5, 10 and 30 seconds, then each 30 seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(pauseAfter)).toEqual([1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000])
})

test('a change is too old once the server may have forgotten its operation', () => {
  const hour = 3_600_000
  const one = { ...change('A'), at: 1000 }
  expect(isTooOld(one, 1000 + 23 * hour)).toBe(false)
  expect(isTooOld(one, 1001 + 23 * hour)).toBe(true)
})

test('no answer, an absent server and a busy one refuse nothing', () => {
  for (const code of [0, 502, 503, 504, 429])
    expect(failureOf(new ApiError(code, null)).kind, `${code}`).toBe('unanswered')
  expect(failureOf(new ApiError(401, null)).kind).toBe('signed out')
})

test('a stale save with values of both is a clash; any other refusal is one', () => {
  const stale = { exc_type: 'TimestampMismatchError', message: 'Changed' }
  const theirs = { id: 'A' }
  expect(failureOf(new ApiError(409, { ...stale, theirs, clashes: [] }))).toEqual({
    kind: 'clash',
    theirs,
    message: { text: 'Changed', isLocal: false },
  })
  expect(failureOf(new ApiError(409, stale)).kind).toBe('refused')
  expect(failureOf(new ApiError(409, { exc_type: 'LinkExistsError', message: 'Linked' })).kind).toBe('refused')
  for (const code of [400, 403, 404, 413, 417, 500]) expect(failureOf(new ApiError(code, {})).kind).toBe('refused')
})

test('the first change is sent first', () => {
  const [a, b] = [change('A'), change('B')]
  expect(nextChange([a, b])).toBe(a)
  expect(nextChange([])).toBeUndefined()
})

test('a clash holds the later changes of its record, and these those of theirs; the others go on', () => {
  const clashed = change('A', { state: 'clash' })
  const later = change('A')
  const bulk = change('A', { kind: 'bulk', ids: ['A', 'B'] })
  const behind = change('B')
  const free = change('C')
  expect(nextChange([clashed, later, bulk, behind, free])).toBe(free)
  expect(nextChange([clashed, later, bulk, behind])).toBeUndefined()
  expect(nextChange([clashed, change('A', { entity: 'Contact' })])?.entity).toBe('Contact')
})

test('a refused change holds nothing', () => {
  const later = change('A')
  expect(nextChange([change('A', { state: 'refused' }), later])).toBe(later)
})

test('a new change waits behind what can be sent, and behind what holds its record', () => {
  expect(mustWait([], change('A'))).toBe(false)
  expect(mustWait([change('B')], change('A'))).toBe(true)
  const clashed = change('A', { state: 'clash' })
  expect(mustWait([clashed], change('A'))).toBe(true)
  expect(mustWait([clashed], change('B'))).toBe(false)
  expect(mustWait([change('A', { state: 'refused' })], change('A'))).toBe(false)
})

test('a change that was sent is gone, and an answer for one that was taken back changes nothing', () => {
  const [a, b] = [change('A'), change('B')]
  expect(afterAnswer([a, b], a.operation, sent('A'), now)).toEqual([b])
  expect(afterAnswer([b], a.operation, refused, now)).toEqual([b])
})

test('without an answer, or without a session, every change stays as it is', () => {
  const all = [change('A')]
  const [{ operation } = change('A')] = all
  expect(afterAnswer(all, operation, { kind: 'unanswered' }, now)).toBe(all)
  expect(afterAnswer(all, operation, { kind: 'signed out' }, now)).toBe(all)
})

test('the id that the server gives replaces the one until then, wherever later changes name it', () => {
  const made = create('~1')
  const later = change('~1', { call: { method: 'PUT', path: '/api/entity/Task', body: { id: '~1', status: 'Done' } } })
  const gone = change('~1', { kind: 'delete', call: { method: 'DELETE', path: '/api/entity/Task/~1', body: {} } })
  const linked = change('B', { values: { parent: '~1', tags: [{ task: '~1' }] } })
  const [one, two, three] = afterAnswer([made, later, gone, linked], made.operation, sent('TASK-7'), now)
  expect(one).toMatchObject({ ids: ['TASK-7'], call: { body: { id: 'TASK-7', status: 'Done' } } })
  expect(two).toMatchObject({ ids: ['TASK-7'], call: { path: '/api/entity/Task/TASK-7' } })
  expect(three?.values).toEqual({ parent: 'TASK-7', tags: [{ task: 'TASK-7' }] })
})

test('a clash keeps the record as it is stored, for the choice between both', () => {
  const one = change('A')
  expect(afterAnswer([one], one.operation, clash, now)).toEqual([
    { ...one, state: 'clash', message, theirs: { id: 'A', subject: 'Theirs' }, keptUntil: now + twoWeeks },
  ])
})

test('a refused change stays with its reason', () => {
  const [a, b] = [change('A'), change('A')]
  expect(afterAnswer([a, b], a.operation, refused, now)).toEqual([
    { ...a, state: 'refused', message, keptUntil: now + twoWeeks },
    b,
  ])
})

test('a refused new record takes its later values along', () => {
  const made = create('~1', { values: { subject: 'Roof', status: 'Open' } })
  const later = change('~1', { values: { status: 'Done' } })
  const other = change('B')
  const after = afterAnswer([made, later, other], made.operation, refused, now)
  expect(after).toEqual([
    expect.objectContaining({ state: 'refused', values: { subject: 'Roof', status: 'Done' } }),
    other,
  ])
  const gone = change('~1', { kind: 'delete' })
  expect(afterAnswer([made, gone, other], made.operation, refused, now)).toEqual([other])
})

test('a change that needs a person is kept for two weeks, and one that waits for as long as it takes', () => {
  const kept = [change('A'), change('B', { state: 'clash', keptUntil: 2000 })]
  expect(unexpired([...kept, change('C', { state: 'refused', keptUntil: 1999 })], 2000)).toEqual(kept)
})

test('the decision of a clash stands in the place of the change, before the later ones', () => {
  const clashed = change('A', { state: 'clash' })
  const later = change('A')
  const decided = { ...clashed, operation: 'decided', state: 'waiting' as const }
  const after = replacedBy([clashed, later], clashed.operation, decided)
  expect(after).toEqual([decided, later])
  expect(nextChange(after)).toBe(decided)
})
