import { expect, test } from 'vitest'
import { makeTestSite } from '../../testing/test-site.ts'

test('a renamed role goes on taking its transitions', async () => {
  const site = await makeTestSite()
  const as = await site.signIn('Administrator')
  const call = (address: string, body: object) => site.call('POST', address, { body, as })
  await call('/api/entity/Role', { role_name: 'Packer' })
  const { json } = await call('/api/entity/Entity', {
    ...{ id: 'Parcel', module: 'Test', state_field: 'status' },
    fields: [{ fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'New\nSent' }],
    transitions: [{ title: 'Send', to_state: 'Sent', roles: 'Staff\nPacker' }],
  })
  expect(json.entity.transitions).toHaveLength(1)
  const renamed = await call('/api/utils/rename_entity', { entity: 'Role', oldName: 'Packer', newName: 'Shipper' })
  expect(renamed.status).toBe(200)
  const meta = (await site.call('GET', '/api/entity/Parcel/meta', { as })).json
  expect(meta.doc_meta.transitions).toMatchObject([{ roles: ['Staff', 'Shipper'] }])
})
