import { type EntityRecord, type Message, type MessageArg, Problem } from '@tavla/contract'
import { catalogue } from '@tavla/i18n/catalogue'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  getRecord,
  linkSuggestions,
  listRecords,
  renameRecord,
  runAction,
  systemContext,
  updateRecord,
} from '../index.ts'
import { engineForTests } from '../testing.ts'

const known = new Set(catalogue.map(([source]) => source))

/** Resolves to the answer, or to a Problem with texts in both languages; any other error fails the test. */
async function settled(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    for (const text of [
      error.title,
      ...textsOf(error.detail),
      ...(error.errors ?? []).flatMap((one) => textsOf(one.message)),
    ]) {
      expect(known).toContain(text)
    }
    return error
  }
}

function textsOf(message: Message): string[] {
  const ofArg = (arg: MessageArg): string[] => (Array.isArray(arg) ? arg.flatMap(ofArg) : [])
  const args = Array.isArray(message.args) ? (message.args as MessageArg[]) : Object.values(message.args ?? {})
  return [message.text, ...(message.prefix ? textsOf(message.prefix) : []), ...args.flatMap(ofArg)]
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const odd: [string, unknown][] = [
  ['nothing', null],
  ['true', true],
  ['a great number', Number.POSITIVE_INFINITY],
  ['a number beyond exactness', 9e18],
  ['a tiny number', 5e-324],
  ['minus nothing', -0],
  ['text of a great number', '1e400'],
  ['NUL', 'a\0b'],
  ['half a surrogate pair', 'x\ud800y'],
  ['direction marks', '\u202eabc\u2066\u200f'],
  ['a megabyte', 'א'.repeat(500_000)],
  ['more than a megabyte', 'x'.repeat(1_000_001)],
  ['line breaks', 'a\r\nb\u2028c'],
  ['combining marks', 'Zalgo\u0301\u0302\u0303'.repeat(10)],
  ['a long date', '9999-12-31 23:59:59.9999999999+14:00'],
  ['the first date', '0001-01-01T00:00:00-14:00'],
  ['an empty list', []],
  ['a list', [1, 'a', null]],
  ['rows of anything', [{ title: {} }, { id: 5 }, { id: '\0' }, {}]],
  ['an object', { a: 1 }],
  ['deep JSON', nested(5_000)],
  ['keys of every object', JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}')],
  ['SQL', `'; drop table e_task; --`],
  ['HTML', '<img src=x onerror=alert(1)>'],
]

eachStore((open) => {
  const site = engineForTests(open)
  let names: string[]
  let ofEachKind: string[]

  const system = () => systemContext(site.engine)
  const create = (entity: string, body: unknown) => createRecord(site.engine, site.staff, entity, body)
  const define = (id: string, fields: object[], more: object = {}) =>
    createRecord(site.engine, site.manager, 'Entity', { id, module: 'Test', fields, ...more })

  beforeAll(() => {
    const { fields } = site.engine.models.require('Task')
    names = fields.map((field) => field.name)
    ofEachKind = [...new Map(fields.map((field) => [field.kind, field.name])).values()]
  })

  describe('any sent value', () => {
    it.each(odd)('%s is stored or refused with a message, in any field', async (_, value) => {
      for (const name of names) {
        const made = (await settled(() => create('Task', { subject: 's', [name]: value }))) as EntityRecord
        if (made instanceof Problem) continue
        const again = await getRecord(site.engine, site.staff, 'Task', made.id)
        expect(await settled(() => updateRecord(site.engine, site.staff, 'Task', made.id, again))).toEqual(again)
        const text = again[name]
        if (typeof text === 'string') expect([text.isWellFormed(), text.includes('\0')]).toEqual([true, false])
      }
    })

    it.each(odd)('%s as an id, a body or a name finds nothing and breaks nothing', async (_, value) => {
      const { engine, staff, manager } = site
      const id = value as string
      const text = (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 5_000)
      for (const call of [
        () => create('Contact', { id, contact_name: 'n' }),
        () => create('Contact', value),
        () => updateRecord(engine, staff, 'Task', undefined, { id }),
        () => getRecord(engine, staff, 'Task', text),
        () => deleteRecord(engine, staff, 'Task', text),
        () => runAction(engine, staff, 'Task', text, text, value),
        () => bulkUpdate(engine, staff, 'Task', { entities: value }),
        () => bulkUpdate(engine, staff, 'Task', { entities: [value] }),
        () => bulkUpdate(engine, staff, 'Task', { entities: [{ id }] }),
        () => renameRecord(engine, manager, 'Role', text, value),
        () => renameRecord(engine, manager, 'Entity', text, value),
        () => createRecord(engine, manager, 'Entity', { id, module: value }),
        () => createRecord(engine, manager, 'Entity', { id: 'Odd', module: 'M', fields: value }),
        () =>
          createRecord(engine, manager, 'Entity', {
            id: 'Odd',
            module: 'M',
            fields: [{ fieldname: value, options: value }],
          }),
        () => createRecord(engine, manager, 'Entity', { id: 'Odd', module: 'M', permissions: [value] }),
        () => linkSuggestions(engine, staff, { entity: text, txt: value }),
        () =>
          linkSuggestions(engine, staff, { entity: 'Contact', txt: value, filters: value, reference_entity: value }),
        () => listRecords(engine, staff, text, {}),
      ]) {
        await settled(call)
      }
    })

    it.each(odd)('%s in a filter, an order or a page breaks nothing', async (_, value) => {
      const { engine, staff } = site
      const operators = ['=', '!=', '<', '>=', 'like', 'not like', 'in', 'not in', 'between', 'is', value as string]
      for (const name of [...ofEachKind, 'id', 'owner', 'modified', 'open_communications']) {
        for (const operator of operators) {
          for (const one of [value, [value, value]]) {
            await settled(() =>
              listRecords(engine, staff, 'Task', { filters: [[name, operator, one]], limit_page_length: 1 }),
            )
          }
        }
      }
      for (const key of ['filters', 'or_filters', 'fields', 'order_by', 'limit_start', 'limit_page_length']) {
        await settled(() => listRecords(engine, staff, 'Task', { [key]: value }))
      }
    })

    it("never becomes a part of an object's prototype", () => {
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    })
  })

  describe('concurrent calls', () => {
    const together = <T>(n: number, call: (index: number) => Promise<T>) =>
      Promise.allSettled(Array.from({ length: n }, (_, index) => call(index)))

    beforeAll(async () => {
      await define(
        'Code',
        [
          { fieldname: 'code', unique: 1 },
          { fieldname: 'words', fieldtype: 'Text' },
        ],
        {
          naming_rule: 'Hash',
        },
      )
      await define('Numbered', [{ fieldname: 'a' }], { naming_rule: 'Series', naming_value: 'N-.###' })
    })

    it('one unique value is given once, ignoring case, and blank values as often as sent', async () => {
      const tries = await together(12, (index) => create('Code', { code: index % 2 ? 'Münster' : 'MÜNSTER' }))
      const refused = tries.filter((one) => one.status === 'rejected').map((one) => one.reason)
      expect(refused).toHaveLength(11)
      for (const problem of refused) {
        expect([problem.status, problem.detail.text]).toEqual([409, '{0} must be unique: {1} is already used'])
        expect(problem.errors).toMatchObject([{ fieldname: 'code' }])
      }
      const blanks = await together(5, () => create('Code', { code: ' ' }))
      expect(blanks.every((one) => one.status === 'fulfilled')).toBe(true)
    })

    it('one unique value is given once to changed records, alone or in bulk', async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => create('Code', {})))
      const update = (id: string) => updateRecord(site.engine, site.staff, 'Code', id, { code: 'taken' })
      const bulk = (id: string) =>
        bulkUpdate(site.engine, site.staff, 'Code', {
          entities: [
            { id, code: 'Taken' },
            { id: made[7]?.id, words: id },
          ],
        })
      const tries = await together<unknown>(7, (index) => (index % 2 ? update : bulk)(made[index]?.id as string))
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
    })

    it('one id is given once', async () => {
      const tries = await together(10, (index) => create('Code', { id: index % 2 ? 'Same' : 'SAME' }))
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      for (const one of tries) {
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, type: 'DuplicateEntryError' })
      }
    })

    it('no number of a series is given twice or left out', async () => {
      const tries = await together(30, () => create('Numbered', { a: 'x' }))
      const ids = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
      expect(ids.toSorted()).toEqual(
        Array.from({ length: 30 }, (_, index) => `N-${String(index + 1).padStart(3, '0')}`),
      )
    })

    it('all changes of one record without a known state succeed, one after the other', async () => {
      const { id } = await create('Code', {})
      const tries = await together(10, (index) =>
        updateRecord(site.engine, site.staff, 'Code', id, { words: `${index}` }),
      )
      const stamps = tries.map((one) => (one.status === 'fulfilled' ? one.value.modified : ''))
      expect(new Set(stamps).size).toBe(10)
      expect(stamps).not.toContain('')
    })

    it('a record that is deleted and changed at once is gone', async () => {
      const { id } = await createRecord(site.engine, system(), 'Code', {})
      const remove = () => settled(() => deleteRecord(site.engine, site.staff, 'Code', id))
      const change = () => settled(() => updateRecord(site.engine, site.staff, 'Code', id, { words: 'late' }))
      const [one, , other] = await Promise.all([remove(), change(), remove()])
      expect([one, other].filter((answer) => answer instanceof Problem)).toMatchObject([{ status: 404 }])
      expect((await listRecords(site.engine, site.staff, 'Code', { filters: { id } })).count).toBe(0)
    })
  })
})
