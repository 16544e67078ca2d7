import type { EntityState } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { type ExportChoice, queryOfChoice } from './export-choice.ts'

const meta = {
  all_fields: [{ fieldname: 'subject', fieldtype: 'Data' }] as FieldMeta[],
  doc_meta: { title_field: 'subject', image_field: null, fields: [] as FieldMeta[] },
} as unknown as Meta

const choice: ExportChoice = { scope: 'selected', format: 'csv', columns: 'all', withId: false, withTables: false }

const state = (isAllSelected: boolean) =>
  ({
    ...{ selected: ['T-1'], isAllSelected, filters: {}, searchText: '', group: null, scope: {}, orderBy: '' },
    ...{ columns: [], listFields: [], layout: 'List', meta },
  }) as unknown as EntityState

test('an export of the selection names its records, and of all that match names none', () => {
  expect(queryOfChoice(choice, state(false), meta).ids).toEqual(['T-1'])
  expect(queryOfChoice(choice, state(true), meta)).not.toHaveProperty('ids')
})
