import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteRecord, find, systemContext } from '../entity/index.ts'
import { copyRunning } from '../hosting/local-copy.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import { makeTestSite } from '../testing/test-site.ts'

test('a running site copies its store, and keeps the files of the copy until it is released', async () => {
  const target = mkdtempSync(join(tmpdir(), 'tavla-copy-'))
  onTestFinished(() => rmSync(target, { recursive: true, force: true }))
  const { site, config } = await makeTestSite()
  const { engine, files } = site
  const ctx = systemContext(engine)
  const content = Buffer.from('the words of the contract')
  const { id, file_url } = await files.save(ctx, { fileName: 'contract.txt', content })
  const path = String(file_url).replace(/^\/private\/files\//, 'private/')
  const stored = join(config.dir, 'files', path)

  const copy = await copyRunning(config, target)
  if (!copy) throw new Error('the site does not answer')
  expect(copy.files).toContain(path)
  expect(sumSqliteTables(copy.data).find(({ table }) => table === 'e_file')?.rows).toBeGreaterThan(0)
  await deleteRecord(engine, ctx, 'File', String(id))
  for (const item of await find(engine, 'Trash Item')) await deleteRecord(engine, ctx, 'Trash Item', item.id)
  expect(readFileSync(stored, 'utf8')).toBe('the words of the contract')

  void copy.release()
  await vi.waitUntil(() => !existsSync(stored), { timeout: 10_000 })
})
