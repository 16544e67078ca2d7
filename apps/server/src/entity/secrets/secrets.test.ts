import { createCipheriv, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import {
  bindOldSecrets,
  createRecord,
  getRecord,
  openSecret,
  readSecret,
  renameEntity,
  renameRecord,
  systemContext,
  updateRecord,
} from '../index.ts'
import type { StoredRow } from '../tables/rows.ts'
import { engineForTests, type TestEngine, testKey } from '../testing.ts'
import { resealAll } from './reseal.ts'
import { Vault } from './vault.ts'

const place = { table: 'task', id: 'a', column: 'c_api_key' }

/** Seals as earlier versions did, without binding the value to a place. */
function sealUnbound(key: Buffer, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

describe('a sealed value', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const vault = new Vault({ current: first })

  test('opens only at its own place', () => {
    const sealed = vault.seal('secret', place)
    expect(vault.open(sealed, place)).toBe('secret')
    for (const other of [{ table: 'contact' }, { id: 'b' }, { column: 'c_other' }]) {
      expect(() => vault.open(sealed, { ...place, ...other })).toThrow()
    }
    expect(() => vault.open(`${sealed.slice(0, -4)}AAAA`, place)).toThrow()
    expect(() => vault.open(sealed.replace('v2.', 'v1.'), place)).toThrow()
  })

  test('of an earlier version opens until all of them are bound', () => {
    const old = new Vault({ current: first })
    const sealed = sealUnbound(first, 'secret')
    expect(old.open(sealed, place)).toBe('secret')
    old.opensUnbound = false
    expect(() => old.open(sealed, place)).toThrow()
  })

  test('opens with both keys during a rotation, and is sealed with the new one', () => {
    const both = new Vault({ current: first, next: second })
    const sealed = vault.seal('secret', place)
    expect(both.open(sealed, place)).toBe('secret')
    const renewed = both.renew(sealed, place) as string
    expect(new Vault({ current: second }).open(renewed, place)).toBe('secret')
    expect(() => vault.open(renewed, place)).toThrow()
    expect(both.renew(renewed, place)).toBeUndefined()
  })

  test('without a row yet opens only in its own process', () => {
    const held = vault.hold('secret')
    expect(vault.open(held, place)).toBe('secret')
    expect(() => new Vault({ current: first }).open(held, place)).toThrow()
  })
})

eachStore((open) => {
  const site = engineForTests(open)
  const admin = () => systemContext(site.engine)
  const raw = (id: string) => {
    const { engine } = site
    return engine.rows(engine.models.require('Safe')).byId(engine.store, id) as Promise<StoredRow & { rid: number }>
  }
  const rowsOf = async (id: string) => {
    const { engine } = site
    return engine.rows(engine.models.require('Safe Row')).children(engine.store, 'Safe', id, 'rows')
  }
  const setRaw = (table: string, column: string, id: string, value: string) =>
    site.engine.store.write((tx) =>
      tx.run(sql`update ${sql.id(table)} set ${sql.id(column)} = ${value} where id = ${id}`),
    )

  beforeAll(async () => {
    const secret = { fieldname: 'pin', fieldtype: 'Password' }
    await define(site, 'Safe Row', { type: 'Table', fields: [secret] })
    const rows = { fieldname: 'rows', fieldtype: 'Table', options: 'Safe Row' }
    const fields = [{ fieldname: 'name' }, secret, { fieldname: 'other', fieldtype: 'Password' }, rows]
    await define(site, 'Safe', { fields, naming_rule: 'Prompt', allow_rename: 1 })
    await createRecord(site.engine, admin(), 'Safe', { id: 'a', pin: 'one', other: 'two', rows: [{ pin: 'row' }] })
    await createRecord(site.engine, admin(), 'Safe', { id: 'b', pin: 'three' })
  })

  const fieldsOf = async (id: string) =>
    (await getRecord(site.engine, admin(), 'Entity', id)).fields as { fieldname: string }[]
  const pinsOf = async (entity: string, id: string) => [
    await readSecret(site.engine, entity, id, 'pin'),
    await readSecret(site.engine, entity, id, 'other'),
  ]

  describe('a Password field', () => {
    it('holds a value that cannot be moved to another row or field', async () => {
      const { engine } = site
      const { table, byName } = engine.models.require('Safe')
      const [a, b] = [await raw('a'), await raw('b')]
      const column = String(byName.get('pin')?.column)
      await setRaw(table.name, column, 'b', String(a.pin))
      await expect(readSecret(engine, 'Safe', 'b', 'pin')).rejects.toThrow()
      await setRaw(table.name, column, 'b', String(b.pin))
      expect(openSecret(engine, 'Safe', { ...b, other: b.pin }, 'pin')).toBe('three')
      expect(() => openSecret(engine, 'Safe', { ...b, other: b.pin }, 'other')).toThrow()
    })

    it('keeps its value when the record, the field or the entity is renamed', async () => {
      const { engine } = site
      await renameRecord(engine, admin(), 'Safe', 'a', 'a2')
      expect(await pinsOf('Safe', 'a2')).toEqual(['one', 'two'])
      const fields = await fieldsOf('Safe')
      const swapped: Record<string, string> = { pin: 'other', other: 'pin' }
      const renamed = fields.map((field) => ({ ...field, fieldname: swapped[field.fieldname] ?? field.fieldname }))
      await updateRecord(engine, admin(), 'Entity', 'Safe', { fields: renamed })
      expect(await pinsOf('Safe', 'a2')).toEqual(['two', 'one'])
      await updateRecord(engine, admin(), 'Entity', 'Safe', { fields })
      await renameEntity(engine, admin(), 'Safe', 'Strongbox')
      expect(await pinsOf('Strongbox', 'a2')).toEqual(['one', 'two'])
      await renameEntity(engine, admin(), 'Strongbox', 'Safe')
      await renameRecord(engine, admin(), 'Safe', 'a2', 'a')
      const [row] = await rowsOf('a')
      expect(openSecret(engine, 'Safe Row', row as StoredRow, 'pin')).toBe('row')
    })

    it('that is new with a default has it in every row', async () => {
      const { engine } = site
      const fields = await fieldsOf('Safe')
      const added = { fieldname: 'fresh', fieldtype: 'Password', default: 'start' }
      await updateRecord(engine, admin(), 'Entity', 'Safe', { fields: [...fields, added] })
      for (const id of ['a', 'b']) expect(await readSecret(engine, 'Safe', id, 'fresh')).toBe('start')
    })
  })

  describe('values of an earlier version', () => {
    it('are bound once, in the rows and in the system tables, and damaged ones stay unchanged', async () => {
      const { engine } = site
      const { table } = engine.models.require('Safe')
      const sealed = (text: string) => sealUnbound(testKey, text)
      await setRaw(table.name, 'c_pin', 'a', sealed('old one'))
      await setRaw(table.name, 'c_pin', 'b', 'v1.AAAA')
      await engine.store.write((tx) => tx.run(engine.system.setSite.with(['demo password', sealed('old demo')])))
      expect(await readSecret(engine, 'Safe', 'a', 'pin')).toBe('old one')
      await bindOldSecrets(engine)
      expect((await raw('a')).pin).toMatch(/^v2\./)
      expect((await raw('b')).pin).toBe('v1.AAAA')
      engine.vault.opensUnbound = false
      expect(await readSecret(engine, 'Safe', 'a', 'pin')).toBe('old one')
      const kept = await engine.store.get<{ value: string }>(engine.system.getSite.with(['demo password']))
      const demo = { table: 'site', id: 'demo password', column: 'value' }
      expect(engine.vault.open(String(kept?.value), demo)).toBe('old demo')
      expect(await resealAll(engine)).toEqual({ sealed: 0, damaged: 1 })
    })
  })
})

const define = ({ engine, manager }: TestEngine, id: string, more: object) =>
  createRecord(engine, manager, 'Entity', { id, module: 'Test', ...more })
