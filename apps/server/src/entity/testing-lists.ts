import type { EntityRecord, ListQuery } from '@tavla/contract'
import { beforeAll } from 'vitest'
import type { OpenTestStore } from '../store/testing.ts'
import { createRecord, listRecords, systemContext } from './index.ts'
import { engineForTests } from './testing.ts'

/** An engine for tests of lists. Entities made by `define` take the ids that the test gives, and sort by them. */
export function listTests(open: OpenTestStore) {
  const site = engineForTests(open)
  const list = (entity: string, query: ListQuery = {}, ctx = site.staff) => listRecords(site.engine, ctx, entity, query)
  const create = (entity: string, body: object, ctx = systemContext(site.engine)) =>
    createRecord(site.engine, ctx, entity, body) as Promise<EntityRecord>
  const define = (id: string, fields: object[], more: object = {}) =>
    createRecord(site.engine, site.manager, 'Entity', {
      ...{ id, module: 'Test', naming_rule: 'Prompt', allow_rename: 1, fields, sort_field: 'id', sort_order: 'ASC' },
      ...more,
    })
  const idsOf = async (entity: string, query: ListQuery, ctx = site.staff) =>
    (await list(entity, query, ctx)).data.map((row) => row.id)
  return { site, list, create, define, idsOf }
}

/** As `listTests`, with the entity Thing, which has a field of each kind, and four records of it. */
export function thingTests(open: OpenTestStore) {
  const tests = listTests(open)
  beforeAll(async () => {
    await tests.define('Thing', [
      { fieldname: 'name', in_list_view: 1 },
      { fieldname: 'status', fieldtype: 'Select', options: 'Open\nDone', in_standard_filter: 1 },
      { fieldname: 'n', fieldtype: 'Int' },
      { fieldname: 'f', fieldtype: 'Float' },
      { fieldname: 'ok', fieldtype: 'Check' },
      { fieldname: 'day', fieldtype: 'Date' },
      { fieldname: 'at', fieldtype: 'Datetime' },
      { fieldname: 'words', fieldtype: 'Text' },
      { fieldname: 'to', fieldtype: 'Link', options: 'Thing' },
      { fieldname: 'code', fieldtype: 'Password' },
      { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' },
      { fieldname: 'data', fieldtype: 'JSON' },
    ])
    for (const body of [
      { id: 'a', name: 'Münster', status: 'Open', n: 1, f: 1.5, ok: 1, day: '2026-01-05', at: '2026-01-05 23:30:00' },
      { id: 'b', name: 'MÜNSTER West', status: 'Done', n: 2, f: -2, day: '2026-01-06', at: '2026-01-06 00:00:00' },
      { id: 'C', name: 'שלום עולם', n: -3, f: 0.25, words: '100% sure_thing \\ here', to: 'a' },
      { id: 'd', status: 'Open', n: 10, words: 'x' },
    ]) {
      await tests.create('Thing', body)
    }
  })
  const found = (filters: unknown, more: ListQuery = {}) => tests.idsOf('Thing', { filters, ...more })
  return { ...tests, found }
}
