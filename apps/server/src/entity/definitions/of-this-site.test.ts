import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { createRecord } from '../index.ts'
import { engineForTests, reopenEngine } from '../testing.ts'
import type { EngineModule } from '../types.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tavla-definitions-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

/** A module of an app with one entity that new sites alone have, and with one that follows it. */
async function moduleOf(app: string, name: string): Promise<EngineModule> {
  const folder = await mkdtemp(path.join(dir, 'module-'))
  const base = { module: 'Test', app_name: app, type: 'Document', permissions: [] }
  const fields = [{ fieldname: 'a', label: 'A', fieldtype: 'Data' }]
  const needing = [...fields, { fieldname: 'b', label: 'B', fieldtype: 'Data', only_with: name }]
  await writeFile(path.join(folder, 'one.json'), JSON.stringify({ ...base, id: name, new_sites_only: 1, fields }))
  await writeFile(path.join(folder, 'two.json'), JSON.stringify({ ...base, id: `${name} User`, fields: needing }))
  return { app: app as 'sample', entities: pathToFileURL(`${folder}/`) }
}

eachStore((open) => {
  const site = engineForTests(open)

  it('an upgrade of an app adds none of its entities for new sites, nor fields that need them', async () => {
    const { models } = await reopenEngine(site.engine.store, [await moduleOf('sample', 'Late Comer')])
    expect(models.get('Late Comer')).toBeUndefined()
    expect(models.require('Late Comer User').byName.has('b')).toBe(false)
  })

  it('an app that a site gets later brings them, and they stay at the next start', async () => {
    const extra = [await moduleOf('extra', 'Early Comer')]
    for (let start = 0; start < 2; start++) {
      const { models } = await reopenEngine(site.engine.store, extra)
      expect(models.require('Early Comer').fields).toHaveLength(1)
      expect(models.require('Early Comer User').byName.has('b')).toBe(true)
    }
  })

  it('an own entity keeps its name, and the app comes without them', async () => {
    const fields = [{ fieldname: 'mine' }]
    await createRecord(site.engine, site.manager, 'Entity', { id: 'Taken Name', module: 'Test', fields })
    const { models } = await reopenEngine(site.engine.store, [await moduleOf('other', 'taken name')])
    expect(models.get('taken name')).toBeUndefined()
    expect(models.require('Taken Name').byName.has('mine')).toBe(true)
  })
})
