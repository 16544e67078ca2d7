import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { setSilently } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { backupCalls } from './testing-backups.ts'

const dir = mkdtempSync(join(tmpdir(), 'hq-unfinished-'))
let hq: TestHq | undefined

afterAll(async () => {
  await hq?.close()
  rmSync(dir, { recursive: true, force: true })
})

const own = '/api/entity/HQ%20Settings/HQ%20Settings?run_method=take_backup'

test('work that HQ left in the middle is finished or given up at its next start', async () => {
  hq = await startHq({ dir })
  const take = async () => (await hq?.call('POST', own, { data: {} }))?.json.data.backup
  const stored = await take()
  await backupCalls(hq).until(stored, 'Proven')
  await backupCalls(hq).pin(stored)
  const broken = await take()
  await backupCalls(hq).until(broken, 'Proven')
  const { engine } = hq.site
  // The states that a kill leaves before the manifest, and between the manifest and the record.
  await engine.store.write((tx) => setSilently(engine, tx, 'Backup', [stored, broken], { status: 'Under Way' }))
  const manifests = join(dir, 'backups', 'backups', '_hq')
  const manifest = readdirSync(manifests).find((name) => name.endsWith(`-${broken}`)) ?? ''
  rmSync(join(manifests, manifest))
  mkdirSync(join(dir, 'work', 'left-behind'))
  await hq.close()

  hq = await startHq({ dir })
  const calls = backupCalls(hq)
  expect(await calls.until(broken, 'Failed')).toMatchObject({ error: 'HQ ended while the backup was made.' })
  expect(await calls.until(stored, 'Proven')).toMatchObject({ status: 'Proven' })
  await vi.waitFor(() => expect(readdirSync(join(dir, 'work'))).toEqual([]))
}, 120_000)
