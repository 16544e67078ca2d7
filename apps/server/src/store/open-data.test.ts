import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'
import { readMark } from './data-mark.ts'
import { folderForTests, onPostgres } from './testing.ts'

const folder = folderForTests()
const dataFile = (dir: string) => join(dir, 'store', 'data.sqlite')
const missing = (what: string | RegExp) =>
  new RegExp(
    `^The records of this site are missing: .*${typeof what === 'string' ? what : what.source}.*\\. ` +
      'Put them back, or start with --new to begin with an empty site\\.$',
  )
const open = (dir: string, isNew = false) => makeTestSite({ dir, isNew, sample: false })

async function roles(site: TestSite): Promise<string[]> {
  const { json } = await site.call('GET', '/api/entity/Role?fields=id', { as: await site.signIn('Administrator') })
  return json.data.map(({ id }: { id: string }) => id)
}

async function addRole(site: TestSite, name: string): Promise<void> {
  const as = await site.signIn('Administrator')
  const { status } = await site.call('POST', '/api/entity/Role', { as, body: { role_name: name, id: name } })
  expect(status).toBe(200)
}

/** A folder that was used and closed in order, with a role of its own. */
async function usedFolder(): Promise<string> {
  const dir = await folder()
  const site = await open(dir)
  await addRole(site, 'Kept')
  await site.close()
  return dir
}

/** A folder as a killed process leaves it: copied while the site runs. */
async function cutOffFolder(): Promise<string> {
  const site = await open(await folder())
  await addRole(site, 'Kept')
  const dir = await folder()
  cpSync(site.config.dir, dir, { recursive: true })
  rmSync(join(dir, 'tavla.pid'))
  await site.close()
  return dir
}

describe('a used folder', () => {
  test.each<[string, string, (dir: string) => unknown]>([
    ['is gone', 'is not there', (dir) => rmSync(dataFile(dir))],
    ['is empty', 'is empty', (dir) => truncateSync(dataFile(dir), 0)],
    [
      "is another site's",
      'those of another site',
      async (dir) => copyFileSync(dataFile(await usedFolder()), dataFile(dir)),
    ],
    [
      'is an older copy',
      'is an older copy',
      async (dir) => {
        copyFileSync(dataFile(dir), `${dataFile(dir)}.old`)
        const later = await open(dir)
        await later.close()
        copyFileSync(`${dataFile(dir)}.old`, dataFile(dir))
      },
    ],
  ])('whose data file %s is not replaced by an empty site', async (_name, words, spoil) => {
    const dir = await usedFolder()
    await spoil(dir)
    const listing = () => readdirSync(join(dir, 'store')).filter((name) => !/-(wal|shm)$/.test(name))
    const before = listing()
    for (let time = 0; time < 2; time++) await expect(open(dir)).rejects.toThrow(missing(words))
    expect(listing()).toEqual(before)
  })

  test.each<[string, string, (log: string) => void]>([
    ['gone', 'data.sqlite-wal, is not there', (log) => rmSync(log)],
    ['cut short', 'data.sqlite-wal, is damaged', (log) => truncateSync(log, readFileSync(log).length / 2)],
    [
      'damaged in its middle',
      'data.sqlite-wal, is damaged',
      (log) => {
        const bytes = readFileSync(log)
        const middle = Math.floor(bytes.length / 2)
        bytes[middle] = (bytes[middle] ?? 0) ^ 16
        writeFileSync(log, bytes)
      },
    ],
  ])('whose newest records are %s starts only when the operator accepts that', async (_name, words, spoil) => {
    const dir = await cutOffFolder()
    spoil(`${dataFile(dir)}-wal`)
    for (let time = 0; time < 2; time++) await expect(open(dir)).rejects.toThrow(missing(words))
    rmSync(join(dir, 'store', 'mark.json'))
    await expect(open(dir).then((site) => site.close())).resolves.toBeUndefined()
  })

  test.each<[string, (dir: string) => unknown]>([
    [
      'whose mark is gone with its records but whose configuration says that it ran',
      (dir) => {
        const file = join(dir, 'config.json')
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), has_records: true }))
        rmSync(join(dir, 'store'), { recursive: true })
      },
    ],
    [
      'whose mark cannot be read',
      (dir) => {
        writeFileSync(join(dir, 'store', 'mark.json'), '{')
        rmSync(dataFile(dir))
      },
    ],
  ])('%s is not replaced by an empty site', async (_name, lose) => {
    const dir = await usedFolder()
    lose(dir)
    await expect(open(dir)).rejects.toThrow(missing('data.sqlite is not there'))
    expect(existsSync(dataFile(dir))).toBe(false)
    await (await open(dir, true)).close()
    await (await open(dir)).close()
  })

  test('damage is also found when the index of the log is missing', async () => {
    const dir = await cutOffFolder()
    const log = `${dataFile(dir)}-wal`
    const bytes = readFileSync(log)
    bytes[4_000] = (bytes[4_000] ?? 0) ^ 16
    writeFileSync(log, bytes)
    rmSync(`${dataFile(dir)}-shm`)
    await expect(open(dir)).rejects.toThrow(missing('is damaged'))
  })

  test('an older copy is accepted when the operator says so', async () => {
    const dir = await usedFolder()
    copyFileSync(dataFile(dir), `${dataFile(dir)}.old`)
    const later = await open(dir)
    await addRole(later, 'Later')
    await later.close()
    copyFileSync(`${dataFile(dir)}.old`, dataFile(dir))
    rmSync(join(dir, 'store', 'mark.json'))
    const site = await open(dir)
    expect(await roles(site)).toContain('Kept')
    expect(readMark(dir)).toMatchObject({ state: 'open' })
    await site.close()
    await (await open(dir)).close()
  })

  test('--new starts with an empty site and keeps the old files', async () => {
    const dir = await usedFolder()
    copyFileSync(dataFile(await usedFolder()), dataFile(dir))
    const site = await open(dir, true)
    expect(await roles(site)).not.toContain('Kept')
    const aside = readdirSync(join(dir, 'store')).find((name) => name.includes('.before-new-'))
    expect(existsSync(join(dir, 'store', String(aside)))).toBe(true)
    await site.close()
    await expect(open(dir, true)).rejects.toThrow('--new is only for a site whose records are missing')
    await (await open(dir)).close()
  })
})

describe('after a process that was killed', () => {
  test('the site serves while its data file is checked, and reports the result', async () => {
    const site = await open(await cutOffFolder())
    expect(await roles(site)).toContain('Kept')
    await site.settled()
    expect(site.site.check.outcome).toMatchObject({ state: 'Sound', faults: [] })
    await site.close()
    expect(readFileSync(join(site.config.dir, 'logs', 'server.log'), 'utf8')).toContain('the data file is sound')
    const again = await open(site.config.dir)
    await again.settled()
    expect(again.site.check.outcome).toBeUndefined()
  })

  test('a damaged data file is reported', async () => {
    const dir = await cutOffFolder()
    // Copies the log into the file, then writes impossible cells into an index that no start reads.
    const whole = await open(dir)
    await whole.close()
    writeFileSync(join(dir, 'store', 'mark.json'), JSON.stringify({ ...readMark(dir), state: 'closing' }))
    const file = new DatabaseSync(dataFile(dir), { readOnly: true })
    const index = file.prepare("select rootpage from sqlite_master where name = 'reset_key_user'").get()
    file.close()
    const bytes = readFileSync(dataFile(dir))
    bytes.writeUInt16BE(5, (Number(index?.rootpage) - 1) * bytes.readUInt16BE(16) + 3)
    writeFileSync(dataFile(dir), bytes)
    const site = await open(dir)
    await site.settled()
    expect(site.site.check.outcome?.state).toBe('Damaged')
    await site.close()
    expect(readFileSync(join(dir, 'logs', 'server.log'), 'utf8')).toContain('the data file is damaged')
  })
})

onPostgres((_open, newDatabase) => {
  const openOn = (dir: string, databaseUrl: string, isNew = false) =>
    makeTestSite({ dir, databaseUrl, isNew, sample: false })

  test('a used folder does not start again in an empty database', async () => {
    const [dir, first, second] = [await folder(), await newDatabase(), await newDatabase()]
    await (await openOn(dir, first)).close()
    await expect(openOn(dir, second)).rejects.toThrow(missing('is empty'))
    const other = await openOn(await folder(), await newDatabase())
    const others = String(other.config.databaseUrl)
    await other.close()
    await expect(openOn(dir, others)).rejects.toThrow(missing('those of another site'))
    await expect(openOn(dir, others, true)).rejects.toThrow('holds other records; --new needs an empty one')
    await expect(openOn(dir, first, true)).rejects.toThrow('--new is only for')
    await (await openOn(dir, first)).close()
    await (await openOn(dir, second, true)).close()
  })

  test('a second site on the same database is refused', async () => {
    const database = await newDatabase()
    const first = await openOn(await folder(), database)
    const sentence = new RegExp(
      `^Another process uses this site\\. The database .* is held by tavla process ${process.pid} on .*\\.$`,
    )
    await expect(openOn(await folder(), database)).rejects.toThrow(sentence)
    expect(await roles(first)).toContain('Staff')
    await first.close()
  })
})
