import type { EntityRecord } from '@tavla/contract'
import { expect, test } from 'vitest'
import { firstTitle } from './first-title.ts'

const stored: EntityRecord = { id: 'Order', type: 'Document', fields: [] }
const text = (fieldname: string) => ({ idx: 1, fieldname, fieldtype: 'Data' })

test('the first text field becomes the title, and the title follows its name', () => {
  const number = { idx: 2, fieldname: 'total', fieldtype: 'Int' }
  expect(firstTitle(stored, stored, [number])).toBeUndefined()
  expect(firstTitle(stored, stored, [number, text('cus')])).toBe('cus')
  const typed = { ...stored, fields: [text('cus')], title_field: 'cus' }
  expect(firstTitle(stored, typed, [text('customer')])).toBe('customer')
  expect(firstTitle(stored, typed, [])).toBe('')
})

test('a chosen title stays, and so does that of an entity that has fields already', () => {
  const chosen = { ...stored, fields: [text('a'), text('b')], title_field: 'b' }
  expect(firstTitle(stored, chosen, [text('c'), text('b')])).toBeUndefined()
  expect(firstTitle({ ...stored, fields: [text('a')] }, stored, [text('a'), text('b')])).toBeUndefined()
  expect(firstTitle(stored, { ...stored, type: 'Table' }, [text('a')])).toBeUndefined()
})
