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
  const build = async () => {
    const built = await localReplacement.begin(site)
    fill(built, 'then')
    return built
  }
  const text = (...path: string[]) => readFileSync(join(site.dir, ...path), 'utf8')
  return { root, site, build, text }
}

test('the built folder takes the place of the site, whose configuration and logs stay', async () => {
  const { root, site, build, text } = start()
  await build()
  await localReplacement.replace(site, { backup: 'b1' })
  expect([text('store', 'data.sqlite'), text('config.json'), existsSync(join(site.dir, 'logs'))]).toEqual([
    'then',
    'config of now',
    true,
  ])
  expect(readRestoredMark(site.dir)).toEqual({ backup: 'b1' })
  const [old = '', ...more] = readdirSync(join(root, '.trash'))
  expect([old, more]).toEqual([expect.stringMatching(/^acme\.replaced\.\d+$/), []])
  expect(readFileSync(join(root, '.trash', old, 'store', 'data.sqlite'), 'utf8')).toBe('now')
  expect(await localReplacement.settle(site)).toBe('finished')
  unmarkRestored(site.dir)
  expect(await localReplacement.settle(site)).toBe('nothing')
})

test('a site whose folder is gone gets the built one with its configuration', async () => {
  const { site, build, text } = start()
  rmSync(site.dir, { recursive: true })
  await build()
  await localReplacement.replace(site, { backup: 'b1' })
  expect([text('store', 'data.sqlite'), text('config.json')]).toEqual(['then', 'config of then'])
})

test('after a kill, what was ready is finished, and what was being built is removed', async () => {
  const { root, site, build, text } = start()
  const unfinished = await build()
  expect([await localReplacement.settle(site), existsSync(unfinished)]).toEqual(['taken back', false])
  expect(text('store', 'data.sqlite')).toBe('now')
  // Between the two renames.
  markRestored(await build(), { backup: 'b1' })
  renameSync(site.dir, join(root, 'moved'))
  expect(await localReplacement.settle(site)).toBe('finished')
  expect(text('store', 'data.sqlite')).toBe('then')
  // Before the first of them, and with a folder that is gone.
  markRestored(await build(), { backup: 'b2' })
  expect(await localReplacement.settle(site)).toBe('finished')
  rmSync(site.dir, { recursive: true })
  await build()
  expect([await localReplacement.settle(site), existsSync(site.dir)]).toEqual(['taken back', false])
})

test('a change of places that fails leaves the site as it was, for later starts, too', async () => {
  const { site, build, text } = start()
  const built = await build()
  rmSync(built, { recursive: true })
  await expect(localReplacement.replace(site, { backup: 'b1' })).rejects.toThrow('The data folder cannot be written')
  expect([text('store', 'data.sqlite'), await localReplacement.settle(site)]).toEqual(['now', 'nothing'])
})
