import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, test } from 'vitest'
import { definitionsOf } from '../app/modules.ts'
import { checkSite } from '../check/site-check.ts'
import { readExistingConfig } from '../config/site-config.ts'
import { makeTestSite, passwords, type TestSiteOptions } from '../testing/test-site.ts'
import { folderForTests, onPostgres } from './testing.ts'

// A site that the first landed version created, commit 73fd219: with its own role and entity, and three records.
const first = (name: string) =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`./first-version/${name}`, import.meta.url))))
const folder = folderForTests()

async function firstFolder(key: string): Promise<string> {
  const dir = await folder()
  mkdirSync(join(dir, 'store'))
  const config = { site: 'first', apps: ['platform'], instance_secret: 'of a test' }
  writeFileSync(join(dir, 'config.json'), JSON.stringify(config))
  writeFileSync(join(dir, 'site.key'), `${key}\n`)
  return dir
}

async function expectUpgraded(options: TestSiteOptions): Promise<void> {
  const site = await makeTestSite({ ...options, sample: false })
  const as = await site.signIn('Administrator', passwords.admin)
  const errands = async () => {
    const { json } = await site.call('GET', '/api/entity/Errand?fields=title,due,amount&order_by=creation', { as })
    return json.data
  }
  const kept = [
    { title: 'Water the fig tree', due: '2026-01-02', amount: 12.5 },
    { title: 'לקנות אדמה', due: '2026-02-03', amount: 80 },
    { title: 'Call the nursery', due: null, amount: 0 },
  ]
  expect(await errands()).toMatchObject(kept)
  const [{ id }] = await errands()
  const changed = await site.call('PUT', `/api/entity/Errand/${id}`, { as, body: { title: 'Water the olive tree' } })
  const added = await site.call('POST', '/api/entity/Errand', { as, body: { title: 'Sweep the path' } })
  expect([changed.status, added.status]).toEqual([200, 200])
  const found = await site.call(
    'GET',
    `/api/entity/Errand?filters=${encodeURIComponent('[["title","like","%olive%"]]')}`,
    { as },
  )
  expect(found.json.count).toBe(1)
  expect(await errands()).toMatchObject([
    { title: 'Water the olive tree' },
    ...kept.slice(1),
    { title: 'Sweep the path' },
  ])
  const roles = await site.call('GET', '/api/entity/Role/Gardeners', { as })
  expect(roles.status).toBe(200)
  await site.close()
}

test('a site of the first landed version is upgraded and serves', async () => {
  const dir = await firstFolder('ZufOqJ3ePginwhomwJYulsnw0p97MVi+QlCDBYGaIAQ=')
  writeFileSync(join(dir, 'store', 'data.sqlite'), first('data.sqlite.gz'))
  await expectUpgraded({ dir })
  await expectUpgradedAgain(dir)
})

/** Opens an upgraded site once more, which changes nothing, and finds it sound to its last byte. */
async function expectUpgradedAgain(dir: string, databaseUrl?: string): Promise<void> {
  const site = await makeTestSite({ dir, databaseUrl, sample: false })
  const as = await site.signIn('Administrator', passwords.admin)
  expect((await site.call('GET', '/api/entity/Errand', { as })).json.count).toBe(4)
  await site.close()
  const config = readExistingConfig(dir, { databaseUrl })
  const lines = await checkSite({ config, modules: definitionsOf(config.apps), isDeep: true })
  expect(lines.filter(({ state }) => state !== 'ok')).toEqual([])
}

/** Statements that call the errands of the former version by another name, as if they had been created so. */
const callErrands = (name: string) => {
  const folded = name.toLowerCase()
  const named = `'${name}'`
  return [
    `update e_entity set id = ${named}, id_fold = '${folded}', c_entity_name = ${named}, f_entity_name = '${folded}' where id = 'Errand'`,
    ...['field', 'state', 'permission'].map(
      (part) => `update e_entity_${part} set parent = ${named} where parent = 'Errand'`,
    ),
    `update entity_table set entity = ${named} where entity = 'Errand'`,
    `update e_version set c_ref_entity = ${named} where c_ref_entity = 'Errand'`,
    `update e_version set c_ref_id = ${named} where c_ref_entity = 'Entity' and c_ref_id = 'Errand'`,
  ]
}

/** The own entity was renamed to `to`; the product's one, called `taken`, has its name. */
async function expectGivenWay(options: TestSiteOptions & { dir: string }, taken: string, to: string): Promise<void> {
  const site = await makeTestSite({ ...options, sample: false })
  const as = await site.signIn('Administrator', passwords.admin)
  const read = async (path: string, body?: object) =>
    (await site.call(body ? 'POST' : 'GET', `/api/entity/${encodeURI(path)}`, { as, ...(body && { body }) })).json
  expect((await read(`${to}?fields=title&order_by=creation`)).data).toMatchObject([
    { title: 'Water the fig tree' },
    { title: 'לקנות אדמה' },
    { title: 'Call the nursery' },
  ])
  const [{ id }] = (await read(to)).data
  expect((await read(`${to}/${id}?run_method=get_history`, { data: {} })).data).toHaveLength(1)
  const renamed = (await read(`Entity/${to}?run_method=get_history`, { data: {} })).data
  expect(renamed.map(({ action }: { action: string }) => action)).toEqual(['Renamed', 'Created'])
  expect(await read(`Entity/${taken}`)).toMatchObject({ entity: { app_name: 'platform', entity_name: taken } })
  expect((await site.call('POST', `/api/entity/${encodeURI(to)}`, { as, body: { title: 'Anew' } })).status).toBe(200)
  await site.close()
  const lines = readFileSync(join(options.dir, 'logs', 'server.log'), 'utf8').split('\n')
  expect(lines.filter((line) => line.includes(`"to":"${to}"`))).toHaveLength(1)
  const again = await makeTestSite({ ...options, sample: false })
  await again.close()
}

test.each([
  ['Operation Log', 'operation log', 'operation log 2'],
  ['Trash Item', 'Trash Item', 'Trash Item 2'],
  ['Entity Transition', 'entity transition', 'entity transition 2'],
  ['Note', 'Note', 'Note 2'],
])('an own entity called as the new %s gives way', async (taken, own, to) => {
  const dir = await firstFolder('ZufOqJ3ePginwhomwJYulsnw0p97MVi+QlCDBYGaIAQ=')
  const file = join(dir, 'store', 'data.sqlite')
  writeFileSync(file, first('data.sqlite.gz'))
  const data = new DatabaseSync(file)
  for (const statement of callErrands(own)) data.exec(statement)
  data.close()
  await expectGivenWay({ dir }, taken, to)
})

onPostgres((_open, newDatabase) => {
  test('an own entity called as a new one gives way', async () => {
    const [dir, databaseUrl] = [await firstFolder('wC1Jt/2h2JSZrd1WpRA5s4YUIizYgmb88Habo2PkuVA='), await newDatabase()]
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(first('data.sql.gz').toString('utf8'))
    await client.query(['set search_path to public', ...callErrands('Operation Log')].join(';\n'))
    await client.end()
    await expectGivenWay({ dir, databaseUrl }, 'Operation Log', 'Operation Log 2')
  })

  test('a site of the first landed version is upgraded and serves', async () => {
    const [dir, databaseUrl] = [await firstFolder('wC1Jt/2h2JSZrd1WpRA5s4YUIizYgmb88Habo2PkuVA='), await newDatabase()]
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(first('data.sql.gz').toString('utf8'))
    await client.end()
    await expectUpgraded({ dir, databaseUrl })
    await expectUpgradedAgain(dir, databaseUrl)
  })
})
