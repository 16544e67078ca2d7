import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { isSameFrame } from './same-frame.ts'

const onChange = () => undefined
const frameOf = (field: Partial<FieldMeta>, values: Record<string, unknown>) => {
  const whole = { fieldname: 'own', fieldtype: 'Data', options: null, ...field } as FieldMeta
  return { field: whole, value: values.own, values, onChange }
}

test('a field renders again for its own value, message or access, and for no other field', () => {
  const frame = frameOf({}, { own: 'a', other: 1 })
  const { field } = frame
  expect(isSameFrame(frame, { ...frame, values: { own: 'a', other: 2 } })).toBe(true)
  expect(isSameFrame(frame, { ...frame, value: 'b' })).toBe(false)
  expect(isSameFrame(frame, { ...frame, error: 'no' })).toBe(false)
  expect(isSameFrame(frame, { ...frame, onChange: undefined })).toBe(false)
  expect(isSameFrame(frame, { ...frame, field: { ...field, label: 'Own' } })).toBe(false)
})

test('an amount renders again with its currency, a dynamic link with its entity, a link with its title', () => {
  const amount = frameOf({ fieldtype: 'Currency', options: 'code' }, { own: 1, code: 'ILS' })
  expect(isSameFrame(amount, { ...amount, values: { own: 1, code: 'USD' } })).toBe(false)
  const dynamic = frameOf({ fieldtype: 'Dynamic Link', options: 'kind' }, { own: 'x', kind: 'Task' })
  expect(isSameFrame(dynamic, { ...dynamic, values: { own: 'x', kind: 'Contact' } })).toBe(false)
  const link = frameOf({ fieldtype: 'Link', options: 'Task' }, { own: 'x', _link_titles: { own: 'X' } })
  expect(isSameFrame(link, { ...link, values: { own: 'x', _link_titles: { own: 'X', other: 'Y' } } })).toBe(true)
  expect(isSameFrame(link, { ...link, values: { own: 'x', _link_titles: { own: 'Renamed' } } })).toBe(false)
})
