import type { EntityRecord, MergeField } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { fieldsOfOthers } from './fields-of-others.ts'
import { type EditingAction, isDirty, notEditing, reduceEditing, saveBody, shownValues } from './record-editing.ts'

const rows = [
  { id: 'r1', title: 'A', hours: 1 },
  { id: 'r2', title: 'B', hours: 1 },
]
const stored: EntityRecord = { id: 'T1', modified: 'm1', subject: 'Call', status: 'Open', points: 1, checklist: rows }
const fields: readonly MergeField[] = [
  { fieldname: 'subject', kind: 'value' },
  { fieldname: 'status', kind: 'value' },
  { fieldname: 'points', kind: 'value' },
  {
    fieldname: 'checklist',
    kind: 'table',
    columns: [
      { fieldname: 'title', kind: 'value' },
      { fieldname: 'hours', kind: 'value' },
    ],
  },
]
const asIs = (_: string, value: unknown) => value
const begin: EditingAction = { type: 'began', record: stored }
const type = (fieldname: string, value: unknown): EditingAction => ({ type: 'typed', fieldname, value })
const arrived = (changes: object, at: string | null = null): EditingAction => ({
  ...{ type: 'arrived', by: 'Noa', fields, at },
  record: { ...stored, modified: 'm2', ...changes },
})
const play = (...actions: EditingAction[]) => actions.reduce(reduceEditing, notEditing)

describe('a value that another user saves while a form is open', () => {
  it('comes into fields that were not touched, with the former value for its mark', () => {
    const editing = play(begin, type('subject', 'Ring'), arrived({ status: 'Done' }))
    expect(shownValues(editing, stored)).toMatchObject({ subject: 'Ring', status: 'Done' })
    expect(editing.arrivals.taken).toMatchObject({ status: { by: 'Noa', value: 'Done', former: 'Open' } })
    // The save still tells the server where it began, so that it is merged and told.
    expect(saveBody(editing, asIs)).toMatchObject({ modified: 'm1', _base: { subject: 'Call' } })
  })

  it('keeps the value from the beginning in the mark, however often it changes', () => {
    const editing = play(begin, arrived({ status: 'Working' }), arrived({ status: 'Done' }))
    expect(editing.arrivals.taken.status).toMatchObject({ by: 'Noa', value: 'Done', former: 'Open' })
  })

  it('waits for the box with the caret until it is left', () => {
    const waiting = play(begin, arrived({ status: 'Done' }, 'status'))
    expect(shownValues(waiting, stored).status).toBe('Open')
    expect(shownValues(reduceEditing(waiting, { type: 'leftBox', fieldname: 'status' }), stored).status).toBe('Done')
    const typed = reduceEditing(waiting, type('status', 'Working'))
    expect(Object.keys(typed.arrivals.contested)).toEqual(['status'])
    const takenBack = reduceEditing(typed, type('status', 'Open'))
    expect([takenBack.arrivals.contested, Object.keys(takenBack.arrivals.waiting)]).toEqual([{}, ['status']])
  })

  it('in a field that both changed asks, and a save before the answer clashes', () => {
    const editing = play(begin, type('status', 'Working'), arrived({ status: 'Done' }))
    expect(editing.arrivals.contested.status).toMatchObject({ by: 'Noa', record: { status: 'Done' } })
    expect(saveBody(editing, asIs)).toMatchObject({ status: 'Working', modified: 'm1', _base: { status: 'Open' } })
  })

  it('is taken or overruled by a decision, and neither is lost by the save', () => {
    const editing = play(begin, type('status', 'Working'), arrived({ status: 'Done' }))
    const taken = reduceEditing(editing, { type: 'settled', fieldname: 'status', choice: 'theirs' })
    expect([shownValues(taken, stored).status, isDirty(taken)]).toEqual(['Done', false])
    const kept = reduceEditing(editing, { type: 'settled', fieldname: 'status', choice: 'mine' })
    expect(saveBody(kept, asIs)).toMatchObject({ status: 'Working', _base: { status: 'Done' } })
    expect(kept.arrivals.contested).toEqual({})
  })

  it('is no question when both made the same change', () => {
    const editing = play(begin, type('status', 'Done'), arrived({ status: 'Done' }))
    expect([isDirty(editing), editing.arrivals.contested]).toEqual([false, {}])
  })

  it('merges rows of a table that both changed', () => {
    const mine = [{ ...rows[0], title: 'Mine' }, rows[1], { title: 'New' }]
    const theirs = [rows[0], { ...rows[1], hours: 9 }, { id: 'r3', title: 'Theirs', hours: 2 }]
    const editing = play(begin, type('checklist', mine), arrived({ checklist: theirs }))
    expect(shownValues(editing, stored).checklist).toEqual([mine[0], theirs[1], theirs[2], mine[2]])
    expect(saveBody(editing, asIs)).toMatchObject({ _base: { checklist: theirs } })
    expect(editing.arrivals.contested).toEqual({})
  })

  it('asks about a table whose rows clash, and keeps the other rows of both whatever is decided', () => {
    const mine = [{ ...rows[0], title: 'Mine' }, rows[1], { title: 'New' }]
    const theirs = [
      { ...rows[0], title: 'Theirs' },
      { ...rows[1], hours: 9 },
    ]
    const editing = play(begin, type('checklist', mine), arrived({ checklist: theirs }))
    expect(Object.keys(editing.arrivals.contested)).toEqual(['checklist'])
    for (const [choice, row] of [
      ['mine', mine[0]],
      ['theirs', theirs[0]],
    ] as const) {
      const settled = reduceEditing(editing, { type: 'settled', fieldname: 'checklist', choice })
      expect(shownValues(settled, stored).checklist).toEqual([row, theirs[1], mine[2]])
    }
  })

  it('after the window of a clash the draft stands on the stored record', () => {
    const theirs = { ...stored, modified: 'm2', status: 'Done', points: 7 }
    const editing = play(begin, type('status', 'Working'), type('subject', 'Ring'), {
      ...{ type: 'rebased', record: theirs, fields },
      choose: () => ({ value: 'Cancelled' }),
    })
    expect(saveBody(editing, asIs)).toEqual({
      ...{ id: 'T1', modified: 'm2', status: 'Cancelled', subject: 'Ring' },
      _base: { status: 'Done', subject: 'Call' },
    })
    expect(shownValues(editing, theirs).points).toBe(7)
  })
})

describe('a merged save tells of', () => {
  const meta = ['subject', 'status', 'points', 'checklist', 'secret'].map((fieldname) => ({
    ...{ idx: 1, fieldname, fieldtype: 'Data', label: fieldname, description: null, options: null, default: null },
    ...{ reqd: 0, in_list_view: 0, in_standard_filter: 0, read_only: 0, unique: 0, permlevel: 0, field_group: null },
    ...{ hidden: fieldname === 'secret' ? 1 : 0, length: null },
  })) as Parameters<typeof fieldsOfOthers>[1]
  const names = (editing: ReturnType<typeof play>, saved: object) =>
    fieldsOfOthers(editing, meta, { ...stored, ...saved }).map(({ fieldname }) => fieldname)

  it('the fields that came in with its answer or before', () => {
    const editing = play(begin, type('subject', 'Ring'), arrived({ status: 'Done' }))
    expect(names(editing, { subject: 'Ring', status: 'Done', points: 3, secret: 'x' })).toEqual(['status', 'points'])
  })

  it('a table only when its rows are not those that were sent', () => {
    const mine = [rows[0], { title: 'New' }]
    const editing = play(begin, type('checklist', mine))
    const saved = [
      { ...rows[0], idx: 1 },
      { id: 'r9', idx: 2, title: 'New', hours: 0 },
    ]
    expect(names(editing, { checklist: saved })).toEqual([])
    expect(names(editing, { checklist: [...saved, { id: 'r8', title: 'Theirs' }] })).toEqual(['checklist'])
  })
})
