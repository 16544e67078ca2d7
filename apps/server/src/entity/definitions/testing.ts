import type { EntityRecord } from '@tavla/contract'
import type { OpenTestStore } from '../../store/testing.ts'
import { createRecord, getRecord, listRecords, systemContext, updateRecord } from '../index.ts'
import { dumpOf, engineForTests, refusal } from '../testing.ts'

export type Row = EntityRecord & Record<string, unknown>
export type FieldRow = Record<string, unknown>

/** An engine for the tests of a file, and helpers that change definitions in it. */
export function definitionTests(open: OpenTestStore) {
  const site = engineForTests(open)
  let made = 0

  const create = (entity: string, body: object) =>
    createRecord(site.engine, systemContext(site.engine), entity, body) as Promise<Row>
  const get = (entity: string, id: string) => getRecord(site.engine, site.manager, entity, id) as Promise<Row>
  /** Creates a new entity with a unique name, and returns the name. */
  const define = async (fields: FieldRow[], more: object = {}) => {
    made += 1
    const id = `Thing ${made}`
    await createRecord(site.engine, site.manager, 'Entity', { id, module: 'Test', fields, ...more })
    return id
  }
  const fieldsOf = async (id: string) => (await get('Entity', id)).fields as FieldRow[]
  const save = (id: string, body: object) => updateRecord(site.engine, site.manager, 'Entity', id, body) as Promise<Row>
  /** Saves the definition with its fields changed by `change`. */
  const reshape = async (id: string, change: (fields: FieldRow[]) => FieldRow[], more: object = {}) =>
    save(id, { fields: change(await fieldsOf(id)), ...more })
  const ids = async (entity: string, filters: unknown) =>
    (await listRecords(site.engine, site.manager, entity, { filters, order_by: 'id' })).data.map((row) => row.id)
  /** Tables that contain the text, without the history. */
  const tablesWith = async (words: string) =>
    (await dumpOf(site.engine.store))
      .split('\n\n')
      .filter((table) => table.includes(words) && !table.startsWith('e_version'))
      .map((table) => table.split('\n')[0])
  /** Status, text and arguments of a refusal. */
  const text = async (call: Promise<unknown>) => {
    const { status, detail } = await refusal(call)
    return [status, detail.text, ...((detail.args ?? []) as readonly unknown[])]
  }
  return { site, create, get, define, fieldsOf, save, reshape, ids, tablesWith, text }
}

export const renamed = (from: string, to: string) => altered(from, { fieldname: to })
export const altered = (name: string, change: FieldRow) => (fields: FieldRow[]) =>
  fields.map((field) => (field.fieldname === name ? { ...field, ...change } : field))
export const without = (name: string) => (fields: FieldRow[]) => fields.filter((field) => field.fieldname !== name)
