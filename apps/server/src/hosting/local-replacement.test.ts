import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { markRestored, readRestoredMark, unmarkRestored } from '../config/restored-mark.ts'
import type { SitePlace } from './driver.ts'
import { localReplacement } from './local-replacement.ts'
import { noteDatabase } from './own-database.ts'

/** A data root with the site `acme`, and a call that builds other data beside it. */
function start() {
  const root = mkdtempSync(join(tmpdir(), 'tavla-replacement-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const site = { id: 'acme', dir: join(root, 'acme'), instanceSecret: 'x', server: {} } as SitePlace
  const fill = (dir: string, text: string) => {
    mkdirSync(join(dir, 'store'), { recursive: true })
    writeFileSync(join(dir, 'store', 'data.sqlite'), text)
    writeFileSync(join(dir, 'config.json'), `config of ${text}`)
  }
  fill(site.dir, 'now')
  mkdirSync(join(site.dir, 'logs'))
  const dropped: string[] = []
  const isAway = { value: false }
  const replacement = localReplacement({
    async drop(address) {
      if (isAway.value) throw new Error('away')
      dropped.push(address)
    },
  })
  const build = async () => {
    const built = await replacement.begin(site)
    fill(built, 'then')
    return built
  }
  const text = (...path: string[]) => readFileSync(join(site.dir, ...path), 'utf8')
  return { root, site, build, text, replacement, dropped, isAway }
}

test('the built folder takes the place of the site, whose configuration and logs stay', async () => {
  const { root, site, build, text, replacement } = start()
  await build()
  await replacement.replace(site, { backup: 'b1' })
  expect([text('store', 'data.sqlite'), text('config.json'), existsSync(join(site.dir, 'logs'))]).toEqual([
    'then',
    'config of now',
    true,
  ])
  expect(readRestoredMark(site.dir)).toEqual({ backup: 'b1' })
  const [old = '', ...more] = readdirSync(join(root, '.trash'))
  expect([old, more]).toEqual([expect.stringMatching(/^acme\.replaced\.\d+$/), []])
  expect(readFileSync(join(root, '.trash', old, 'store', 'data.sqlite'), 'utf8')).toBe('now')
  expect(await replacement.settle(site)).toBe('finished')
  unmarkRestored(site.dir)
  expect(await replacement.settle(site)).toBe('nothing')
})

test('a site whose folder is gone gets the built one with its configuration', async () => {
  const { site, build, text, replacement } = start()
  rmSync(site.dir, { recursive: true })
  await build()
  await replacement.replace(site, { backup: 'b1' })
  expect([text('store', 'data.sqlite'), text('config.json')]).toEqual(['then', 'config of then'])
})

test('after a kill, what was ready is finished, and what was being built is removed', async () => {
  const { root, site, build, text, replacement } = start()
  const unfinished = await build()
  expect([await replacement.settle(site), existsSync(unfinished)]).toEqual(['taken back', false])
  expect(text('store', 'data.sqlite')).toBe('now')
  // Between the two renames.
  markRestored(await build(), { backup: 'b1' })
  renameSync(site.dir, join(root, 'moved'))
  expect(await replacement.settle(site)).toBe('finished')
  expect(text('store', 'data.sqlite')).toBe('then')
  // Before the first of them, and with a folder that is gone.
  markRestored(await build(), { backup: 'b2' })
  expect(await replacement.settle(site)).toBe('finished')
  rmSync(site.dir, { recursive: true })
  await build()
  expect([await replacement.settle(site), existsSync(site.dir)]).toEqual(['taken back', false])
})

test('a change of places that fails leaves the site as it was, for later starts, too', async () => {
  const { site, build, text, replacement } = start()
  const built = await build()
  rmSync(built, { recursive: true })
  await expect(replacement.replace(site, { backup: 'b1' })).rejects.toThrow('The data folder cannot be written')
  expect([text('store', 'data.sqlite'), await replacement.settle(site)]).toEqual(['now', 'nothing'])
})

const made = 'postgres://tavla@db/tavla_acme_1'
const former = 'postgres://tavla@db/acme'

test('a database that was made for the folder takes the place of the present one with it', async () => {
  const { site, text, replacement, dropped } = start()
  writeFileSync(join(site.dir, 'config.json'), JSON.stringify({ site: 'acme', database: former, mine: 1 }))
  const built = await replacement.begin(site)
  noteDatabase(built, made)
  writeFileSync(join(built, 'config.json'), JSON.stringify({ site: 'acme', database: 'postgres://tavla@db/older' }))
  await replacement.replace(site, { backup: 'b1' })
  expect(JSON.parse(text('config.json'))).toEqual({ site: 'acme', database: made, mine: 1 })
  expect([replacement.databaseOf?.(site), existsSync(join(site.dir, 'new-database.json')), dropped]).toEqual([
    made,
    false,
    [],
  ])
  // A backup that was taken before the project moved to a server.
  mkdirSync(join(await replacement.begin(site), 'store'))
  writeFileSync(join(built, 'store', 'data.sqlite'), 'file')
  await replacement.replace(site, { backup: 'b2' })
  expect(JSON.parse(text('config.json'))).toEqual({ site: 'acme', mine: 1 })
})

test('a database that was made for a folder goes with it; with a server that is away, after its time in the trash', async () => {
  const { root, site, replacement, dropped, isAway } = start()
  noteDatabase(await replacement.begin(site), made)
  expect([await replacement.settle(site), dropped]).toEqual(['taken back', [made]])
  noteDatabase(await replacement.begin(site), made)
  isAway.value = true
  expect([await replacement.settle(site), dropped]).toEqual(['taken back', [made]])
  expect(readdirSync(join(root, '.trash'))).toEqual([expect.stringMatching(/^acme\.unfinished\.\d+$/)])
  expect(await replacement.settle(site)).toBe('nothing')
})
