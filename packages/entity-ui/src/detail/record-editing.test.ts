import { expect, test } from 'vitest'
import { type EditingAction, isDirty, notEditing, reduceEditing, saveBody, shownValues } from './record-editing.ts'
import { isSameValue } from './same-value.ts'

const record = {
  id: 'T1',
  modified: 'm1',
  subject: 'Call',
  status: 'Open',
  photo: null,
  checklist: [{ id: 'r1', title: 'x' }],
}
const asIs = (_: string, value: unknown) => value
const play = (...actions: EditingAction[]) => actions.reduce(reduceEditing, notEditing)
const begin: EditingAction = { type: 'began', record }
const typeSubject: EditingAction = { type: 'typed', fieldname: 'subject', value: 'Ring' }

test('a save sends only the changes, with the modified and the values they are based on', () => {
  const body = { id: 'T1', modified: 'm1', subject: 'Ring', _base: { subject: 'Call' } }
  expect(saveBody(play(begin, typeSubject), asIs)).toEqual(body)
})

test('typing a value back makes the draft clean again', () => {
  const editing = play(begin, typeSubject, { type: 'typed', fieldname: 'subject', value: 'Call' })
  expect(isDirty(editing)).toBe(false)
})

test('blank text over an empty field is not a change', () => {
  expect(isDirty(play(begin, { type: 'typed', fieldname: 'photo', value: '' }))).toBe(false)
})

test('rows are compared by content', () => {
  expect(isSameValue(record.checklist, [{ id: 'r1', title: 'x' }])).toBe(true)
  expect(isSameValue(record.checklist, [{ id: 'r1', title: 'y' }])).toBe(false)
  expect(isSameValue([], {})).toBe(false)
})

test('a live change leaves the draft and its base unchanged', () => {
  const editing = play(begin, typeSubject, { type: 'overtaken', by: 'Noa' })
  const stored = { ...record, modified: 'm2', status: 'Done' }
  expect(editing.changedBy).toBe('Noa')
  expect(shownValues(editing, stored)).toMatchObject({ subject: 'Ring', status: 'Open' })
  expect(saveBody(editing, asIs).modified).toBe('m1')
})

test('saving an image alone keeps the rest of the draft, which takes the new modified', () => {
  const saved = { ...record, modified: 'm2', status: 'Done', photo: '/files/a.png' }
  const savedPhoto = { type: 'savedField', fieldname: 'photo', record: saved } as const
  const editing = play(begin, typeSubject, { ...savedPhoto, isMerged: false })
  expect(saveBody(editing, asIs)).toMatchObject({ id: 'T1', modified: 'm2', subject: 'Ring' })
  expect(shownValues(editing, saved).photo).toBe('/files/a.png')
  // After a merge there are values of others that the draft has not met.
  expect(saveBody(play(begin, typeSubject, { ...savedPhoto, isMerged: true }), asIs).modified).toBe('m1')
})

test('leaving shows stored values again, and a restored draft continues', () => {
  const editing = play(begin, typeSubject)
  const left = reduceEditing(editing, { type: 'left' })
  expect(shownValues(left, record)).toBe(record)
  const again = reduceEditing(left, { type: 'restored', base: record, changes: editing.changes })
  expect(shownValues(again, record).subject).toBe('Ring')
  expect(isDirty(again)).toBe(true)
})

test('reloading bases the form on the new record', () => {
  const fresh = { ...record, modified: 'm2' }
  const editing = play(begin, typeSubject, { type: 'overtaken', by: 'Noa' }, { type: 'reloaded', record: fresh })
  expect(editing).toMatchObject({ isEditing: true, base: fresh, changes: {}, changedBy: null })
})

test('a message disappears when the user types in its field', () => {
  const refused = play(begin, { type: 'refused', errors: { subject: 'no', status: 'no' } }, typeSubject)
  expect(refused.errors).toEqual({ status: 'no' })
  // Each key would otherwise cost a look at every field of the form.
  expect(reduceEditing(refused, typeSubject).errors).toBe(refused.errors)
})
