import { expect, vi } from 'vitest'
import type { HqAnswer, TestHq } from '../../../testing/test-hq.ts'

/** The calls about backups that the tests of HQ share. */
export interface BackupCalls {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the record that it asks for
  read(id: string): Promise<any>
  /** Waits until the backup is in one of these states. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  until(id: string, ...states: string[]): Promise<any>
  tryTake(project?: string): Promise<HqAnswer>
  /** Begins a backup; resolves to its id. */
  take(project?: string): Promise<string>
  prove(id: string): Promise<void>
  /** Keeps the backup, whatever its plan says. */
  pin(id: string): Promise<void>
  /** The backups of a project, newest first. */
  list(project?: string): Promise<{ id: string; status: string; type: string }[]>
}

/** Calls as Administrator; `acme` is the usual project. */
export function backupCalls(hq: TestHq): BackupCalls {
  const read: BackupCalls['read'] = async (id) => (await hq.call('GET', `/api/entity/Backup/${id}`)).json.entity
  const tryTake: BackupCalls['tryTake'] = (project = 'acme') => hq.act(project, 'take_backup', { note: 'by hand' })
  return {
    read,
    tryTake,
    async until(id, ...states) {
      const look = async () => expect(states).toContain((await read(id)).status)
      await vi.waitFor(look, { timeout: 60_000, interval: 50 })
      return read(id)
    },
    async take(project) {
      const { message, json } = await tryTake(project)
      expect(message).toBe('')
      return json.data.backup
    },
    async prove(id) {
      expect((await hq.call('POST', `/api/entity/Backup/${id}?run_method=prove`, { data: {} })).message).toBe('')
    },
    async pin(id) {
      expect((await hq.call('PUT', `/api/entity/Backup/${id}`, { pinned: 1 })).message).toBe('')
    },
    async list(project = 'acme') {
      const query = `filters=${JSON.stringify({ project })}&order_by=taken_at desc&limit_page_length=100`
      const fields = JSON.stringify(['id', 'status', 'type'])
      return (await hq.call('GET', `/api/entity/Backup?fields=${fields}&${query}`)).json.data
    },
  }
}
