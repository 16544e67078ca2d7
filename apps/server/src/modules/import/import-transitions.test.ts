import { expect, test } from 'vitest'
import { importSite } from './testing.ts'

const at = importSite(undefined)

test('rows of a file follow transitions with their reason, and new records begin in any state', async () => {
  const fields = [
    { fieldname: 'parcel', label: 'Parcel', reqd: 1 },
    { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'New\nSent\nLost' },
  ]
  const transitions = [
    { title: 'Send', from_states: 'New', to_state: 'Sent' },
    { title: 'Lose', from_states: 'Sent', to_state: 'Lost', needs_reason: 1 },
  ]
  const permissions = [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }]
  const body = {
    id: 'Parcel',
    module: 'Test',
    title_field: 'parcel',
    fields,
    transitions,
    permissions,
    state_field: 'status',
  }
  expect((await at.site.call('POST', '/api/entity/Entity', { body, as: at.manager })).status).toBe(200)

  const first = await at.look('parcel,status\nA,Sent\nB,New\nC,Lost\n', {}, 'Parcel')
  expect(first.result.counts).toMatchObject({ create: 3, refused: 0 })
  await at.ended((await at.start({ plan_id: first.result.plan_id }, 'Parcel')).json.job)

  const file = 'parcel,status,_reason\nA,Lost,Fell off\nB,Lost,\nC,New,x\n'
  const looked = await at.look(file, { key: 'parcel', mode: 'update' }, 'Parcel')
  expect(looked.result.counts).toMatchObject({ update: 1, refused: 2 })
  const { rows } = (await at.rows(looked.id, '&outcome=refused')).json
  expect(rows.map((row: { messages: object }) => Object.values(row.messages).join())).toEqual([
    'Status cannot go from New to Lost.',
    'Status cannot go from Lost to New.',
  ])
  await at.ended((await at.start({ plan_id: looked.result.plan_id, on_error: 'skip' }, 'Parcel')).json.job)
  const lost = (await at.list('Parcel')).find((one) => one.parcel === 'A')
  expect(lost?.status).toBe('Lost')
  const { json } = await at.site.call('POST', `/api/entity/Parcel/${String(lost?.id)}?run_method=get_history`, {
    body: { data: {} },
    as: at.manager,
  })
  expect(json.data[0].data.transition).toEqual({ title: 'Lose', reason: 'Fell off', forced: 0 })

  const undo = await at.site.call('POST', `/api/entity/Operation Log/${json.data[0].operation_id}?run_method=undo`, {
    body: { data: {} },
    as: at.manager,
  })
  expect(undo.json.data).toMatchObject({
    undone: 0,
    skipped: [{ reason: 'invalid', message: 'Status cannot go from Lost to Sent.', fields: ['status'] }],
  })
})
