import { beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { readWorkbook } from './testing-workbook.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeTestSite()
  const manager = await site.signIn('manager@example.com')
  const permissions = [
    { role: 'System Manager', read: 1, write: 1, create: 1 },
    { role: 'Staff', read: 1 },
  ]
  const data = { fieldtype: 'Data' }
  const fields = [
    { ...data, fieldname: 'animal_name', label: 'Name', reqd: 1 },
    { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nClosed' },
    { ...data, fieldname: 'hidden', label: 'Hidden', hidden: 1 },
    { fieldname: 'code', label: 'Code', fieldtype: 'Password' },
    { fieldname: 'steps', label: 'Steps', fieldtype: 'Table', options: 'Task Item' },
  ]
  const body = { id: 'Animal', module: 'Test', title_field: 'animal_name', permissions, fields }
  expect((await site.call('POST', '/api/entity/Entity', { body, as: manager })).status).toBe(200)
})

const template = async (user: string, more = '') => {
  const as = await site.signIn(user)
  const path = `/api/entity/Animal/import_template${more}`
  return site.inject({ method: 'GET', url: path, headers: { cookie: as } })
}

test('a template has the heads that one may fill, marks what is needed, and shows what is allowed', async () => {
  const answer = await template('manager@example.com', '?format=xlsx')
  expect(answer.headers['content-disposition']).toContain('Animal Template.xlsx')
  const texts = readWorkbook(answer.rawPayload).map(({ name, rows }) => [
    name,
    rows.map((row) => row.map(({ value }) => value)),
  ])
  expect(texts).toEqual([
    ['Animal', [['Name *', 'Status', 'Steps: Title *', 'Steps: Done', 'Steps: Hours', 'Steps: State']]],
    [
      'Allowed Values',
      [
        ['Status', 'Steps: Done', 'Steps: State'],
        ['Open', 'Yes', 'New'],
        ['Closed', 'No', 'Ready'],
      ],
    ],
  ])
})

test('only a person who may create gets it', async () => {
  expect((await template('staff@example.com')).statusCode).toBe(403)
  expect((await template('manager@example.com', '?format=pdf')).statusCode).toBe(417)
})
