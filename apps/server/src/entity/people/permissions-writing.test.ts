import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  bulkUpdate,
  type Context,
  canReadRecord,
  createRecord,
  deleteRecord,
  getRecord,
  listRecords,
  renameEntity,
  renameRecord,
  runAction,
  updateRecord,
} from '../index.ts'
import { refusal } from '../testing.ts'
import {
  type AccessPath,
  everyone,
  foreign,
  leaks,
  marks,
  type Person,
  type Row,
  vaultTests,
} from '../testing-vault.ts'

eachStore((open) => {
  const { site, people, system, stored, answerOf } = vaultTests(open)

  describe('writing', () => {
    const writing: [string, AccessPath, readonly Person[]][] = [
      [
        'create',
        (ctx) => createRecord(site.engine, ctx, 'Vault', { id: `c-${ctx.actor.user}`, name: 'n' }),
        ['owner', 'writer', 'manager', 'admin'],
      ],
      [
        'update',
        (ctx) => updateRecord(site.engine, ctx, 'Vault', 'v1', { fixed: 'no', to: 'h1' }),
        ['writer', 'manager', 'admin'],
      ],
      [
        'bulk update',
        (ctx) => bulkUpdate(site.engine, ctx, 'Vault', { entities: [{ id: 'v1', to: 'h1' }] }),
        ['writer', 'manager', 'admin'],
      ],
      [
        'rename',
        (ctx) =>
          renameRecord(site.engine, ctx, 'Vault', 'v1', 'v1-new').then(() =>
            renameRecord(site.engine, system(), 'Vault', 'v1-new', 'v1'),
          ),
        ['writer', 'manager', 'admin'],
      ],
      [
        'delete',
        (ctx) =>
          deleteRecord(site.engine, ctx, 'Vault', 'v1').then(() =>
            createRecord(site.engine, system(), 'Vault', foreign),
          ),
        ['manager', 'admin'],
      ],
      [
        'change the definition',
        (ctx) => updateRecord(site.engine, ctx, 'Entity', 'Vault', { description: ctx.actor.user }),
        ['manager', 'admin'],
      ],
      [
        'rename the entity',
        (ctx) =>
          renameEntity(site.engine, ctx, 'Vault', 'Vault 2').then(() =>
            renameEntity(site.engine, system(), 'Vault 2', 'Vault'),
          ),
        ['manager', 'admin'],
      ],
      [
        'make an entity',
        (ctx) =>
          createRecord(site.engine, ctx, 'Entity', { id: `By ${ctx.actor.fullName.split('@')[0]}`, module: 'M' }),
        ['manager', 'admin'],
      ],
    ]

    it.each(writing)(
      '%s works only for people whom the rules allow; for others nothing changes',
      async (_, door, allowed) => {
        for (const person of everyone) {
          const { status, text } = await answerOf(() => door(people[person]))
          expect([person, status, leaks(person, text)]).toEqual([person, allowed.includes(person) ? 200 : 403, []])
        }
      },
    )

    it('the answer is the same for existing and missing records to users who may not know', async () => {
      const { engine } = site
      const doors: ((ctx: Context, id: string) => Promise<unknown>)[] = [
        (ctx, id) => getRecord(engine, ctx, 'Vault', id),
        (ctx, id) => updateRecord(engine, ctx, 'Vault', id, { name: 'x' }),
        (ctx, id) => updateRecord(engine, ctx, 'Vault', id, { name: 'x', modified: '2020-01-01' }),
        (ctx, id) => deleteRecord(engine, ctx, 'Vault', id),
        (ctx, id) => renameRecord(engine, ctx, 'Vault', id, 'x'),
        (ctx, id) => bulkUpdate(engine, ctx, 'Vault', { entities: [{ id, name: 'x' }] }),
        (ctx, id) => runAction(engine, ctx, 'Vault', id, 'get_history', {}),
      ]
      for (const person of ['none', 'owner'] as const) {
        for (const door of doors) {
          const [there, nowhere] = [
            await answerOf(() => door(people[person], 'v1')),
            await answerOf(() => door(people[person], 'nothing')),
          ]
          expect(there.status).toBe(403)
          expect(nowhere.text.replaceAll('nothing', 'v1')).toBe(there.text)
        }
        expect(await canReadRecord(engine, people[person], 'Vault', 'v1')).toBe(false)
        expect(await canReadRecord(engine, people[person], 'Vault', 'nothing')).toBe(false)
      }
    })

    it('a user who may write but not read learns nothing from the answer', async () => {
      const { engine } = site
      expect(await updateRecord(engine, people.writer, 'Vault', 'v1', { name: marks.name })).toEqual({ id: 'v1' })
      const made = await createRecord(engine, people.writer, 'Vault', { id: 'w1', name: 'n' })
      expect(made).toEqual({ id: 'w1' })
      expect((await refusal(runAction(engine, people.writer, 'Vault', 'v1', 'get_history', {}))).status).toBe(403)
    })

    it('values that the user may not write are ignored: levels, read-only, system columns, rows of another level', async () => {
      const { engine } = site
      const body = {
        ...{ name: 'mine 2', pay: 'more', fixed: 'x', owner: 'gil@example.com', creation: '2000-01-01', parent: 'v1' },
        rows: [{ word: 'a', inner: 'sneaked', fixed: 'sneaked', idx: 9, parent: 'v1' }],
      }
      await updateRecord(engine, people.owner, 'Vault', 'v2', body)
      expect(await stored('v2')).toMatchObject({
        ...{ name: 'mine 2', pay: 'unset', fixed: null, owner: 'owner@example.com' },
        rows: [{ word: 'a', inner: null, fixed: null, idx: 1, parent: 'v2' }],
      })
      const [row] = (await stored('v2')).rows as Row[]
      await updateRecord(engine, system(), 'Vault', 'v2', { rows: [{ ...row, inner: 'kept', fixed: 'kept' }] })
      const seen = (await getRecord(engine, people.owner, 'Vault', 'v2')) as Row
      expect(seen).not.toHaveProperty('pay')
      expect((seen.rows as Row[])[0]).not.toHaveProperty('inner')
      await updateRecord(engine, people.owner, 'Vault', 'v2', { ...seen, name: 'mine 3' })
      expect(await stored('v2')).toMatchObject({ rows: [{ inner: 'kept', fixed: 'kept' }] })
      const made = { id: 'o2', name: 'n', pay: 'more', key: 'k', owner: 'gil@example.com' }
      expect(await createRecord(engine, people.owner, 'Vault', made)).not.toHaveProperty('pay')
      expect(await stored('o2')).toMatchObject({ pay: 'unset', owner: 'owner@example.com' })
    })

    it('with a rule for own records, a user may delete and change only those', async () => {
      const { engine } = site
      await createRecord(engine, people.owner, 'Vault', { id: 'o3' })
      const mixed = {
        entities: [
          { id: 'o3', name: 'x' },
          { id: 'v1', name: 'x' },
        ],
      }
      expect((await answerOf(() => bulkUpdate(engine, people.owner, 'Vault', mixed))).status).toBe(403)
      expect((await listRecords(engine, people.owner, 'Vault', {})).data.map((row) => row.id)).not.toContain('v1')
      expect((await listRecords(engine, people.owner, 'Vault', { filters: { id: 'v1' } })).count).toBe(0)
      await deleteRecord(engine, people.owner, 'Vault', 'o3')
    })
  })
})
