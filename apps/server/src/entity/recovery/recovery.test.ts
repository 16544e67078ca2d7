import type { ListQuery } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { altered, definitionTests, renamed, without } from '../definitions/testing.ts'
import { type Context, deleteRecord, readSecret, renameEntity, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'
import { compareContent } from './compare-content.ts'
import { type PutBackOptions, putBack } from './put-back.ts'
import { ContentReader, type RecordContent } from './read-content.ts'
import { requireRecoverable } from './recoverable.ts'
import { lookSince, readStamps } from './stamps.ts'

eachStore((open) => {
  const { site, create, get, define, reshape } = definitionTests(open)
  const save = (entity: string, id: string, body: object) => updateRecord(site.engine, site.manager, entity, id, body)
  const bytes: string[] = []
  const noBytes: Pick<PutBackOptions, 'take' | 'drop'> = {
    take: async ({ url }) => void bytes.push(`+${url}`),
    drop: async ({ url }) => void bytes.push(`-${url}`),
  }
  /** The site stands for its own backup: the content is read before the change. */
  const read = async (entity: string, id: string, along: string[] = [], ctx = site.manager) =>
    new ContentReader(site.engine, ctx, along).read(site.engine.models.require(entity), id)
  const contentOf = async (...of: Parameters<typeof read>) => (await read(...of)) as RecordContent
  const put = (entity: string, contents: RecordContent[], fields?: string[], ctx: Context = site.manager) =>
    putBack(site.engine, ctx, entity, contents, { ...noBytes, fields: fields && new Set(fields) })
  const compare = (content: RecordContent, ctx = site.manager) => compareContent(site.engine, ctx, content)
  const remove = (entity: string, id: string) => deleteRecord(site.engine, site.manager, entity, id)

  describe('records of a backup', () => {
    it('come back whole when they are gone, with their files if these are wanted', async () => {
      const task = await create('Task', { subject: 'Call', api_key: 'very secret', checklist: [{ title: 'one' }] })
      const on = { attached_to_entity: 'Task', attached_to_id: task.id, content_hash: 'a'.repeat(64) }
      const file = await create('File', { ...on, file_url: '/files/plan-aaaaaa.txt', file_name: 'plan.txt' })
      const before = await get('Task', task.id)
      const [bare, whole] = [await contentOf('Task', task.id), await contentOf('Task', task.id, ['File'])]
      expect(bare.files).toEqual([])
      expect(JSON.stringify(whole.parts)).not.toContain('very secret')
      await remove('Task', task.id)
      expect(await compare(whole)).toEqual({ id: task.id, state: 'Missing', changed: [] })
      expect(await put('Task', [bare])).toEqual({ restored: [task.id], unchanged: [], failed: [] })
      expect((await refusal(get('File', file.id))).status).toBe(404)
      await remove('Task', task.id)
      expect(await put('Task', [whole])).toMatchObject({ restored: [task.id] })
      expect(bytes.splice(0)).toEqual(['+/files/plan-aaaaaa.txt'])
      const { modified: _, modified_by: __, _link_titles: ___, ...kept } = before
      expect(await get('Task', task.id)).toMatchObject(kept)
      expect(await get('File', file.id)).toMatchObject({ attached_to_id: task.id, file_name: 'plan.txt' })
      expect(await readSecret(site.engine, 'Task', task.id, 'api_key')).toBe('very secret')
      expect(await compare(whole)).toEqual({ id: task.id, state: 'Same', changed: [] })
      expect(await put('Task', [whole])).toEqual({ restored: [], unchanged: [task.id], failed: [] })
    })

    it('get chosen fields back while they are there, and keep their passwords', async () => {
      const task = await create('Task', { subject: 'Call', points: 1, api_key: 'old', checklist: [{ title: 'one' }] })
      const content = await contentOf('Task', task.id)
      await save('Task', task.id, { subject: 'Other', points: 2, api_key: 'new', checklist: [] })
      const { changed } = await compare(content)
      expect(changed).toEqual([
        ['subject', 'Call', 'Other'],
        ['points', 1, 2],
        ['checklist', [expect.objectContaining({ title: 'one' })], []],
      ])
      expect(await put('Task', [content], ['checklist'])).toMatchObject({ restored: [task.id] })
      expect(await get('Task', task.id)).toMatchObject({ subject: 'Other', points: 2, checklist: [{ title: 'one' }] })
      expect(await put('Task', [content])).toMatchObject({ restored: [task.id] })
      expect(await get('Task', task.id)).toMatchObject({ subject: 'Call', points: 1 })
      expect(await readSecret(site.engine, 'Task', task.id, 'api_key')).toBe('new')
    })

    it('are refused one by one: a lost link, a taken value, a missing right', async () => {
      const contact = await create('Contact', { contact_name: 'Noa' })
      const [one, two] = [
        await create('Task', { subject: 'a', contact: contact.id }),
        await create('Task', { subject: 'b' }),
      ]
      const unique = await define([{ fieldname: 'code', label: 'Code', fieldtype: 'Data', unique: 1 }])
      const first = await create(unique, { code: 'X' })
      const contents = [await contentOf('Task', one.id), await contentOf('Task', two.id)]
      const taken = await contentOf(unique, first.id)
      for (const [entity, id] of [
        ['Task', one.id],
        ['Task', two.id],
        ['Contact', contact.id],
        [unique, first.id],
      ] as const) {
        await remove(entity, id)
      }
      await create(unique, { code: 'X' })
      const { restored, failed } = await put('Task', contents)
      expect([restored, failed.map(({ id, isGone }) => [id, isGone])]).toEqual([[two.id], [[one.id, true]]])
      expect((await put(unique, [taken])).failed).toMatchObject([{ id: first.id, isGone: false }])
      expect((await put('Task', contents, undefined, site.nobody)).failed).toHaveLength(2)
      expect(await read('Task', two.id, [], site.nobody)).toBeUndefined()
      expect((await refusal(get('Task', one.id))).status).toBe(404)
      bytes.length = 0
    })

    it('follow their definitions: renamed, removed and retyped since', async () => {
      const entity = await define([
        { fieldname: 'name', label: 'Name', fieldtype: 'Data' },
        { fieldname: 'size', label: 'Size', fieldtype: 'Data' },
        { fieldname: 'note', label: 'Note', fieldtype: 'Data' },
      ])
      const [gone, changed] = [
        await create(entity, { name: 'a', size: '5' }),
        await create(entity, { name: 'b', note: 'x' }),
      ]
      const contents = [await contentOf(entity, gone.id), await contentOf(entity, changed.id)]
      await remove(entity, gone.id)
      await save(entity, changed.id, { name: 'other' })
      await reshape(entity, renamed('name', 'title'))
      await reshape(entity, altered('size', { fieldtype: 'Int' }))
      await reshape(entity, without('note'), { confirm_data_loss: 1 })
      const other = `${entity} 2`
      await renameEntity(site.engine, site.manager, entity, other)
      expect(await put(other, contents)).toMatchObject({ restored: [gone.id, changed.id], failed: [] })
      expect(await get(other, gone.id)).toMatchObject({ title: 'a', size: 5 })
      expect(await get(other, changed.id)).toMatchObject({ title: 'b' })
    })

    it('are told from those of now by the time of their last change, in the order of a list', async () => {
      const entity = await define([{ fieldname: 'name', label: 'Name', fieldtype: 'Data' }])
      const [gone, written, same] = [
        await create(entity, { name: 'a gone' }),
        await create(entity, { name: 'b written' }),
        await create(entity, { name: 'c same' }),
      ]
      const stampsOf = (query: ListQuery, limit = 10) => readStamps(site.engine, site.manager, entity, query, limit)
      const idsOf = async (...of: Parameters<typeof stampsOf>) => (await stampsOf(...of)).map(([id]) => id)
      expect(await idsOf({ order_by: 'name desc' })).toEqual([same.id, written.id, gone.id])
      expect(await idsOf({ order_by: 'name asc' }, 2)).toEqual([gone.id, written.id])
      expect(await idsOf({ search: 'written' })).toEqual([written.id])
      expect((await refusal(readStamps(site.engine, site.staff, entity, { filters: { nothing: 1 } }, 10))).status).toBe(
        417,
      )

      const stamps = await stampsOf({ order_by: 'name asc' })
      await remove(entity, gone.id)
      await save(entity, written.id, { name: 'other' })
      await renameEntity(site.engine, site.manager, entity, `${entity} 2`)
      const table = site.engine.models.require(`${entity} 2`).table.name
      expect(await lookSince(site.engine, table, stamps)).toEqual({ missing: [gone.id], touched: [written.id] })
      expect((await lookSince(site.engine, 'e_nowhere', stamps)).missing).toHaveLength(3)
    })

    it('are those that the trash would keep, beside definitions', async () => {
      for (const entity of [
        'Version',
        'Session',
        'Email Queue',
        'Operation Log',
        'Trash Item',
        'Token Cache',
        'Entity',
      ]) {
        expect(() => requireRecoverable(site.engine, entity)).toThrow('Records of {0} cannot be brought back.')
      }
      expect(requireRecoverable(site.engine, 'User').id).toBe('User')
    })
  })
})
