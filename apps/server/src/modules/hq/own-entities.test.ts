import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { definitionsOf } from '../../app/modules.ts'
import { checkSite } from '../../check/site-check.ts'
import { makeTestSite, passwords } from '../../testing/test-site.ts'

test('an entity of HQ that was deleted waits in the trash over a start, and comes back', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'hq-'))
  afterAll(() => rm(dir, { recursive: true, force: true }))
  const open = async () => {
    const site = await makeTestSite({ dir, hq: true, sample: false })
    const as = await site.signIn('Administrator', passwords.admin)
    const call = async (method: string, path: string, body?: object) =>
      (await site.call(method, path, { as, ...(body && { body }) })).json
    return { site, call }
  }
  const first = await open()
  const fields = [
    { fieldname: 'title', fieldtype: 'Data' },
    { fieldname: 'project', fieldtype: 'Link', options: 'Project' },
  ]
  await first.call('POST', '/api/entity/Entity', { id: 'Visit', module: 'Own', fields })
  const { entity: visit } = await first.call('POST', '/api/entity/Visit', { title: 'Opening' })
  await first.call('DELETE', '/api/entity/Entity/Visit?confirm_data_loss=1')
  await first.site.close()

  const { site, call } = await open()
  const { data: items } = await call('GET', '/api/entity/Trash Item')
  expect(items).toMatchObject([{ ref_entity: 'Entity', ref_id: 'Visit' }])
  const check = () => checkSite({ config: site.config, modules: definitionsOf(site.config.apps), isDeep: true })
  expect((await check()).filter(({ state }) => state !== 'ok')).toEqual([])
  await call('POST', `/api/entity/Trash Item/${items[0].id}?run_method=restore`, { data: {} })
  expect(await call('GET', `/api/entity/Visit/${visit.id}`)).toMatchObject({ entity: { title: 'Opening' } })
  expect((await check()).filter(({ state }) => state !== 'ok')).toEqual([])
})
