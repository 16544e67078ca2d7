import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  actorOf,
  type Context,
  createRecord,
  effectiveRights,
  entityMeta,
  getRecord,
  linkSuggestions,
  listRecords,
  runAction,
  updateRecord,
} from '../index.ts'
import { addUser, personContext, refusal } from '../testing.ts'
import { managers, rule, vaultTests } from '../testing-vault.ts'

eachStore((open) => {
  const { site, define, system, answerOf } = vaultTests(open)

  describe('a change of rights takes effect at once', () => {
    const lists = async (user: string) => {
      const actor = await actorOf(site.engine, user)
      if (!actor) return 'gone'
      const ctx = await personContext(site.engine, user)
      const { status } = await answerOf(() => listRecords(site.engine, ctx, 'Team', {}))
      const meta = await answerOf(async () => entityMeta(site.engine, ctx, 'Team Row'))
      return [status, meta.status]
    }
    const user = 'crew@example.com'
    const setUser = (body: object) => updateRecord(site.engine, system(), 'User', user, body)
    const rules = (...more: object[]) =>
      updateRecord(site.engine, site.manager, 'Entity', 'Team', { permissions: [...managers, ...more] })

    it('when a role, a profile, a rule or the user is removed', async () => {
      const { engine, admin } = site
      await createRecord(engine, admin, 'Role', { role_name: 'Crew' })
      await createRecord(engine, admin, 'Role Profile', { role_profile: 'Crews', roles: [{ role: 'Crew' }] })
      await define('Team Row', [{ fieldname: 'a' }], [], { type: 'Table' })
      const fields = [{ fieldname: 'a' }, { fieldname: 'rows', fieldtype: 'Table', options: 'Team Row' }]
      await define('Team', fields, [...managers, rule('Crew', 'read')])
      await addUser(engine, user, ['Crew'])
      expect(await lists(user)).toEqual([200, 200])
      await setUser({ roles: [] })
      expect(await lists(user)).toEqual([403, 403])
      await setUser({ role_profiles: [{ role_profile: 'Crews' }] })
      expect(await lists(user)).toEqual([200, 200])
      await updateRecord(engine, admin, 'Role Profile', 'Crews', { roles: [] })
      expect(await lists(user)).toEqual([403, 403])
      await updateRecord(engine, admin, 'Role Profile', 'Crews', { roles: [{ role: 'Crew' }] })
      await updateRecord(engine, admin, 'Role', 'Crew', { disabled: 1 })
      expect(await lists(user)).toEqual([403, 403])
      await updateRecord(engine, admin, 'Role', 'Crew', { disabled: 0 })
      expect(await lists(user)).toEqual([200, 200])
      await rules()
      expect(await lists(user)).toEqual([403, 403])
      await rules(rule('All', 'read'))
      expect(await lists(user)).toEqual([200, 200])
      await setUser({ enabled: 0 })
      expect(await lists(user)).toBe('gone')
    })

    it('even for a user whose call under way began with the old rights', async () => {
      await setUser({ enabled: 1 })
      await rules(rule('Crew', 'read'))
      const ctx = await personContext(site.engine, user)
      await rules()
      expect((await refusal(listRecords(site.engine, ctx, 'Team', {}))).status).toBe(403)
    })
  })

  it('effective rights come with their reasons', async () => {
    const rows = await effectiveRights(site.engine, 'owner@example.com')
    expect(rows.find((row) => row.entity === 'Vault')).toEqual({
      ...{ entity: 'Vault', read: 1, write: 1, create: 1, delete: 1, if_owner: 1, level_1_read: 0, level_1_write: 0 },
      because: [{ role: 'Owner', via: 'own role' }],
    })
    expect(rows.map((row) => row.entity)).toEqual(rows.map((row) => row.entity).toSorted())
    expect(rows.find((row) => row.entity === 'Hidden')).toBeUndefined()
    const payroll = await effectiveRights(site.engine, 'payroll@example.com')
    expect(payroll.find((row) => row.entity === 'Vault')).toMatchObject({ write: 0, if_owner: 0, level_1_read: 1 })
    await addUser(site.engine, 'both@example.com', ['Reader', 'Owner'])
    const both = await effectiveRights(site.engine, 'both@example.com')
    expect(both.find((row) => row.entity === 'Vault')).toMatchObject({ read: 1, delete: 1, if_owner: 0 })
    expect(await effectiveRights(site.engine, 'nobody@example.com')).toEqual([])
  })

  describe('the list of entities', () => {
    const ids = async (ctx: Context, query: object) =>
      (await listRecords(site.engine, ctx, 'Entity', { limit_page_length: 500, ...query })).data.map((row) => row.id)

    it('leaves the product’s own entities out for everyone but Administrator', async () => {
      expect(await ids(site.admin, {})).toContain('User')
      for (const ctx of [site.manager, site.staff]) {
        const { count } = await listRecords(site.engine, ctx, 'Entity', {})
        const shown = await ids(ctx, {})
        expect(shown).toContain('Vault')
        expect(shown).not.toContain('User')
        expect(count).toBe(shown.length)
        expect(await ids(ctx, { filters: { id: 'User' } })).toEqual([])
        expect(await ids(ctx, { or_filters: { id: 'User', type: 'Settings' } })).toEqual([])
        expect(await ids(ctx, { filters: { app_name: 'platform' } })).toEqual([])
        const suggested = await linkSuggestions(site.engine, ctx, { entity: 'Entity', txt: 'user' })
        expect(suggested.map((one) => one.value)).not.toContain('User')
      }
      expect(await ids(site.manager, { filters: { type: 'Settings' } })).toContain('System Settings')
    })

    it('hides definitions, not data: a link may name a built-in entity', async () => {
      const body = { subject: 'a', related_entity: 'Role', related_id: 'Staff' }
      expect(await createRecord(site.engine, site.staff, 'Task', body)).toMatchObject({ related_entity: 'Role' })
      expect((await refusal(getRecord(site.engine, site.manager, 'Entity', 'Role'))).status).toBe(403)
      expect(entityMeta(site.engine, site.staff, 'Role').meta.id).toBe('Role')
    })
  })

  it('an unknown entity is 404 in every call', async () => {
    const { engine, staff } = site
    for (const call of [
      () => getRecord(engine, staff, 'Nope', 'x'),
      () => listRecords(engine, staff, 'Nope', {}),
      () => createRecord(engine, staff, 'constructor', {}),
      () => linkSuggestions(engine, staff, { entity: '__proto__' }),
      () => runAction(engine, staff, 'Nope', 'x', 'get_history', {}),
    ]) {
      expect((await refusal(call())).status).toBe(404)
    }
    expect((await refusal(runAction(engine, staff, 'Task', 'x', 'constructor', {}))).status).toBe(404)
  })
})
