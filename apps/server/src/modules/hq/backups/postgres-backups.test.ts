import { expect, test } from 'vitest'
import { onPostgres } from '../../../store/testing.ts'
import { startHq } from '../../../testing/test-hq.ts'
import { backupCalls } from './testing-backups.ts'

onPostgres((_open, newDatabase) => {
  test('a site on PostgreSQL is dumped, and proven in a database that goes again', async () => {
    const hq = await startHq({ databaseUrl: await newDatabase() })
    try {
      const address = '/api/entity/HQ%20Settings/HQ%20Settings?run_method=take_backup'
      const { json } = await hq.call('POST', address, { data: {} })
      const proven = await backupCalls(hq).until(json.data.backup, 'Proven', 'Failed')
      expect(proven).toMatchObject({ status: 'Proven', error: null })
      expect(proven.proof).toMatchObject({ ok: 1, failed: [] })
      expect(proven.records).toBeGreaterThan(5)
    } finally {
      await hq.remove()
    }
  }, 120_000)
})
