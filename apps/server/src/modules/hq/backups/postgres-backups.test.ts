import { expect, test, vi } from 'vitest'
import { onPostgres } from '../../../store/testing.ts'
import { startHq } from '../../../testing/test-hq.ts'
import { backupCalls } from './testing-backups.ts'

onPostgres((_open, newDatabase) => {
  test('a site on PostgreSQL is dumped, and proven and opened in a database that goes again', async () => {
    const hq = await startHq({ databaseUrl: await newDatabase() })
    try {
      const address = '/api/entity/HQ%20Settings/HQ%20Settings?run_method=take_backup'
      const { json } = await hq.call('POST', address, { data: {} })
      const proven = await backupCalls(hq).until(json.data.backup, 'Proven', 'Failed')
      expect(proven).toMatchObject({ status: 'Proven', error: null })
      expect(proven.proof).toMatchObject({ ok: 1, failed: [] })
      expect(proven.records).toBeGreaterThan(5)

      const onBackup = (name: string, data = {}) =>
        hq.call('POST', `/api/entity/Backup/${proven.id}?run_method=${name}`, { data })
      const isOpen = async () => expect((await onBackup('open_backup')).json.data.status).toBe('Open')
      await vi.waitFor(isOpen, { timeout: 30_000, interval: 50 })
      const { json: listed } = await onBackup('list_backup_records', { entity: 'Server' })
      expect(listed.data.data).toMatchObject([{ id: 'main' }])
      expect((await onBackup('close_backup')).json.data).toEqual({ status: 'Closed' })
    } finally {
      await hq.remove()
    }
  }, 120_000)
})
