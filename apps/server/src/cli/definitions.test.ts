import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from '../app.ts'
import { readSiteConfig, writePrivateFile } from '../config/site-config.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'
import { exportSite, importSite } from './definitions.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-definitions-'))
const [empty, exported, again] = [join(folder, 'empty-site'), join(folder, 'exported'), join(folder, 'again')]
const long = `מסמך ${'ארוך '.repeat(24)}`.trim()
let source: TestSite
let admin: string

beforeAll(async () => {
  source = await makeTestSite()
  admin = await source.signIn('Administrator')
  await post('Role', { role_name: 'Seller: *north*' })
  await post('Role', { role_name: long })
  const fields = [
    { fieldname: 'title', label: 'Title', fieldtype: 'Data', in_list_view: 1 },
    { fieldname: 'amount', label: 'Amount', fieldtype: 'Int' },
  ]
  const permissions = [
    { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
    { role: 'Seller: *north*', read: 1 },
  ]
  await post('Entity', { id: 'Deal', module: 'Sales', type: 'Document', fields, permissions })
  await post('Canned Text', { title: 'שלום', text: 'Hello' })
  const site = await createSite(readSiteConfig(empty, { port: 0 }))
  await site.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const post = async (entity: string, body: object) => {
  const { status, json } = await source.call('POST', `/api/entity/${encodeURIComponent(entity)}`, { body, as: admin })
  expect([status, json.message]).toEqual([200, undefined])
}

/** The command as a process. */
const command = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [tavla, ...args], { env: bareEnvironment() }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

/** The command within this process. */
async function run(way: typeof exportSite, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await way(args, (line) => lines.push(line))
  return lines
}

/** The files of a folder by their places. */
const filesIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((place) => place.endsWith('.json'))
      .toSorted()
      .map((place) => [place, readFileSync(join(dir, place), 'utf8')]),
  )

test('definitions go to an empty site as files, and come out of it as equal bytes', async () => {
  const done = await command('export', source.config.dir, exported)
  expect(done).toMatchObject({ code: 0, err: '' })
  const files = filesIn(exported)
  expect(Object.keys(files)).toContain('Entity/Deal.json')
  expect(Object.keys(files)).toContain('Role/Seller%3A %2Anorth%2A.json')
  const { length } = Object.keys(files)
  expect(done.out).toBe(`Definitions in ${exported}: ${length} (written: ${length}, removed: 0).\n`)
  const plan = await command('import', empty, exported)
  expect([plan.code, plan.err]).toEqual([0, ''])
  expect(plan.out).toContain('add     Safe     Entity/Deal\n')
  expect(plan.out).toMatch(/\nSteps: \d+\. Nothing is changed: --apply carries them out\.\n$/)
  const applied = await command('import', empty, exported, '--apply')
  expect(applied).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/\nSteps carried out: \d+, as operation \S+\.\n$/),
  })
  expect((await command('export', empty, again)).err).toBe('')
  expect(filesIn(again)).toEqual(files)
  expect(await run(importSite, empty, exported)).toEqual(['The definitions are the same.'])
})

test('a changed folder changes a running site once losses are accepted, and an export follows the site', async () => {
  await post('Deal', { title: 'Boat', amount: 5 })
  const { dir } = source.config
  const place = join(exported, 'Entity', 'Deal.json')
  const deal = JSON.parse(readFileSync(place, 'utf8'))
  deal.value.fields = deal.value.fields.filter(({ fieldname }: { fieldname: string }) => fieldname !== 'amount')
  writeFileSync(place, JSON.stringify(deal))
  const step = 'change  Loss     Entity/Deal: amount loses its values (records: 1)'
  expect(await run(importSite, dir, exported)).toEqual([
    step,
    'Steps: 1. Nothing is changed: --apply carries them out.',
  ])
  await expect(run(importSite, dir, exported, '--apply')).rejects.toThrow('Stored values would be lost.')
  expect(await run(importSite, dir, exported)).toHaveLength(2)
  const done = await run(importSite, dir, exported, '--apply', '--accept-loss')
  expect(done).toEqual([step, expect.stringMatching(/^Steps carried out: 1, as operation \S+\.$/)])

  const { status } = await source.call('DELETE', `/api/entity/Role/${encodeURIComponent(long)}`, { as: admin })
  expect(status).toBe(200)
  writeFileSync(join(exported, 'README.md'), 'words')
  const [line] = await run(exportSite, dir, exported)
  // The file that was edited by hand gets its form back.
  expect(line).toMatch(/ \(written: 1, removed: 1\)\.$/)
  expect(await run(exportSite, dir, exported)).toEqual([expect.stringMatching(/ \(written: 0, removed: 0\)\.$/)])
  expect(existsSync(join(exported, 'README.md'))).toBe(true)
})

test('a site in production needs a reason', async () => {
  const config = join(empty, 'config.json')
  writePrivateFile(config, JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), environment: 'Production' }))
  await expect(run(importSite, empty, exported, '--apply')).rejects.toThrow('This site is in production: --reason')
  await expect(run(importSite, empty, exported, '--apply', '--reason', 'no')).rejects.toThrow('--reason')
  const done = await run(importSite, empty, exported, '--apply', '--accept-loss', '--reason', 'as agreed')
  expect(done.at(-1)).toContain('Steps carried out: 1,')
})

test('files that are no definitions are refused by name, and nothing is changed', async () => {
  const text = (item: object) => JSON.stringify(item)
  const role = { id: 'X', kind: 'Role', value: { role_name: 'X' } }
  const cases: [string, string | undefined, string][] = [
    ['Role/X.json', '{"id":', 'it is not JSON'],
    ['Role/X.json', '<<<<<<< ours', 'it is not JSON'],
    ['Role/X.json', '[]', 'it needs id, kind and value, and nothing else'],
    ['Role/X.json', text({ ...role, hash: '' }), 'it needs id, kind and value, and nothing else'],
    ['Role/Y.json', text(role), 'Role X belongs in Role/X.json'],
    ['User/a.json', text({ id: 'a', kind: 'User', value: {} }), 'User is no kind of definition.'],
    ['Role/X.json', undefined, 'it is not a plain file'],
  ]
  for (const [at, [place, content, why]] of cases.entries()) {
    const bad = join(folder, `bad-${at}`)
    mkdirSync(join(bad, place.split('/')[0] ?? ''), { recursive: true })
    if (content === undefined) symlinkSync(join(exported, 'Entity', 'Deal.json'), join(bad, place))
    else writeFileSync(join(bad, place), content)
    await expect(run(importSite, source.config.dir, bad, '--apply')).rejects.toThrow(why)
  }
  const nowhere = join(folder, 'nowhere')
  await expect(run(importSite, source.config.dir, nowhere)).rejects.toThrow(`There are no definitions in ${nowhere}.`)
  await expect(run(importSite, join(folder, 'No Site'), exported)).rejects.toThrow('There is no site in ')
  await expect(run(exportSite, 'acme', nowhere, '--data', source.config.dir)).rejects.toThrow(
    'This HQ has no project acme.',
  )
  await expect(run(exportSite, source.config.dir, join(exported, 'README.md'))).rejects.toThrow('cannot be written')
  await expect(run(exportSite, source.config.dir)).rejects.toThrow('"tavla export" is used so: ')
  await expect(run(exportSite, source.config.dir, nowhere, '--apply')).rejects.toThrow('"tavla export" is used so: ')
  expect(existsSync(nowhere)).toBe(false)
  expect((await command('import', empty, nowhere)).code).toBe(1)
})
