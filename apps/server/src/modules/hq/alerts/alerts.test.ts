import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, find, setSilently, systemContext, updateRecord } from '../../../entity/index.ts'
import { plainSentence } from '../../../ground/sentences.ts'
import { utcText } from '../../../ground/utc-text.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { defaultTiming } from '../hq.ts'
import { AlertRound } from './alert-round.ts'
import { overdueSince } from './overdue.ts'

const hour = 3_600_000
const start = Date.now()
/** A folder on another file system than that of the tests. */
const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

let hq: TestHq
let round: AlertRound
let now = start

beforeAll(async () => {
  hq = await startHq()
  for (const id of ['acme', 'never']) await hq.create(id, { auto_provision: 0 })
  const { engine } = hq.site
  await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'acme', { started_at: utcText(start) }))
  // This machine's own disk must not decide the outcome.
  await settings({ disk_free_percent: 0 })
  round = new AlertRound({ site: hq.site, timing: defaultTiming }, () => now)
})

afterAll(() => hq.remove())

async function settings(values: object): Promise<void> {
  await updateRecord(hq.site.engine, systemContext(hq.site.engine), 'HQ Settings', 'HQ Settings', { ...values })
}

async function look(at: number): Promise<void> {
  now = at
  await round.look()
}

/** A look and, a minute later, the one that agrees. */
async function looks(at: number): Promise<void> {
  await look(at)
  await look(at + 60_000)
}

async function alerts(where: object = {}) {
  const fields = ['type', 'severity', 'project', 'message', 'until'] as const
  const found = await find(hq.site.engine, 'Alert', { where: { project: 'acme', ...where }, fields, order: 'made' })
  return found.map(({ type, severity, message, until }) => {
    return [type, severity, plainSentence(String(message)), until === null ? 'open' : 'closed'].join(' | ')
  })
}

async function mails(): Promise<string[]> {
  const fields = ['subject', 'recipients'] as const
  const found = await find(hq.site.engine, 'Email Queue', { fields, order: 'made' })
  return found.map(({ subject, recipients }) => [recipients, subject].join(': '))
}

async function backup(status: string, at: number, more: object = {}): Promise<void> {
  const { engine } = hq.site
  const values = { project: 'acme', project_id: 'acme', type: 'Scheduled', status, taken_at: utcText(at), ...more }
  await createRecord(engine, systemContext(engine), 'Backup', values)
}

const stateOf = async () => (await hq.call('GET', '/api/entity/Project/acme')).json.entity.backup_state

test('a backup is overdue after one and a half intervals, at least two hours, and critically after three', () => {
  const cases: [string, number, string | undefined][] = [
    ['Hour', 1.9, undefined],
    ['Hour', 2, 'Warning'],
    ['Hour', 3, 'Critical'],
    ['6 Hours', 8.9, undefined],
    ['6 Hours', 9, 'Warning'],
    ['Day', 35.9, undefined],
    ['Day', 36, 'Warning'],
    ['Day', 72, 'Critical'],
    ['Week', 251.9, undefined],
    ['Week', 252, 'Warning'],
  ]
  for (const [every, hours, severity] of cases) {
    expect([every, hours, overdueSince(every, 0, hours * hour)?.severity]).toEqual([every, hours, severity])
  }
})

describe('an alert', () => {
  test('opens after two looks, grows critical, and closes after two, with a mail on both', async () => {
    await settings({ alert_recipients: 'ops@example.com\nnight@example.com' })
    // HQ's clock ran ahead, and was set back.
    await backup('Stored', start + 1000 * hour)
    await look(start + 35 * hour)
    await look(start + 36.1 * hour)
    expect(await alerts()).toEqual([])
    await look(start + 36.2 * hour)
    const sentence = 'No backup of acme for 36 hours.'
    expect(await alerts()).toEqual([`Backup Overdue | Warning | ${sentence} | open`])
    expect(await stateOf()).toBe('Overdue')
    const to = 'ops@example.com, night@example.com'
    // HQ's own backup is missing, too; a project that never ran needs none.
    expect((await mails()).toSorted()).toEqual([`${to}: No backup of HQ for 36 hours.`, `${to}: ${sentence}`])

    await look(start + 72.1 * hour)
    expect(await alerts()).toEqual(['Backup Overdue | Critical | No backup of acme for 72 hours. | open'])
    expect(await mails()).toHaveLength(2)

    await backup('Stored', start + 72.2 * hour)
    await look(start + 72.3 * hour)
    expect(await alerts({ until: null })).toHaveLength(1)
    await look(start + 72.4 * hour)
    expect(await alerts({ until: null })).toEqual([])
    expect(await stateOf()).toBe('Stored')
    expect((await mails()).at(-1)).toBe(`${to}: Resolved: No backup of acme for 72 hours.`)
  })

  test('of a failed proof stands until a later backup is proven, and mails on opening go out once an hour', async () => {
    const at = start + 80 * hour
    const { engine } = hq.site
    const ahead = { since: utcText(at + 24 * hour), until: utcText(at + 25 * hour) }
    const former = {
      type: 'Proof Failed',
      severity: 'Critical',
      project: 'acme',
      message: 'of a clock ahead',
      ...ahead,
    }
    await createRecord(engine, systemContext(engine), 'Alert', former)
    await backup('Failed', at, { proof: { ok: 0 } })
    const before = (await mails()).length
    await looks(at + 60_000)
    const open = 'Proof Failed | Critical | The proof of the backup of acme failed. | open'
    expect(await alerts({ until: null })).toEqual([open])
    await backup('Proven', at + hour / 6, { proof: { ok: 1 } })
    await looks(at + hour / 5)
    expect(await alerts({ until: null })).toEqual([])
    await backup('Failed', at + hour / 4, { proof: { ok: 0 } })
    await looks(at + hour / 3)
    expect(await alerts({ until: null })).toEqual([open])
    const sent = (await mails()).slice(before).map((mail) => mail.split(': ').slice(1).join(': '))
    const sentence = 'The proof of the backup of acme failed.'
    expect(sent).toEqual([sentence, `Resolved: ${sentence}`])
    // A backup that could not be taken says nothing about the proof.
    await backup('Proven', at + hour / 2, { proof: { ok: 1 } })
    await backup('Failed', at + hour, { error: 'no room' })
    await looks(at + 1.1 * hour)
    expect(await alerts({ until: null })).toEqual([])
  })

  test('of a disk is one for each file system, for those who see all projects', async () => {
    await settings({ disk_free_percent: 100 })
    await looks(start + 90 * hour)
    const disks = () => find(hq.site.engine, 'Alert', { where: { type: 'Disk' }, fields: ['until', 'message'] })
    const [alert, ...others] = await disks()
    expect(others).toEqual([])
    expect(plainSentence(String(alert?.message))).toMatch(/^Only \d+% of the disk of HQ is free\.$/)
    const operator = await hq.person('operator@example.com', ['Operator'])
    const some = await hq.person('some@example.com', ['Project Operator'])
    const seen = (cookie: string) =>
      hq.call('POST', `/api/entity/Alert/${alert?.id}?run_method=mark_seen`, { data: {} }, cookie)
    expect((await seen(some)).status).toBe(403)
    expect((await seen(operator)).json.data).toEqual({ seen_by: 'operator@example.com' })
    await settings({ disk_free_percent: 0 })
    await looks(start + 91 * hour)
    expect((await disks()).map(({ until }) => until === null)).toEqual([false])
  })
  test.skipIf(!otherDisk)('of a disk is mailed, although another disk has just been', async () => {
    const folder = mkdtempSync(join(String(otherDisk), 'alerts-'))
    writeFileSync(join(folder, 'some'), 'bytes')
    const { engine } = hq.site
    const before = (await mails()).length
    await settings({ disk_free_percent: 100 })
    await looks(start + 100 * hour)
    await createRecord(engine, systemContext(engine), 'Backup Store', { store_name: 'shelf', type: 'Folder', folder })
    await looks(start + 100.5 * hour)
    // It was solved, and came back within the hour.
    await settings({ disk_free_percent: 0 })
    await looks(start + 100.6 * hour)
    await settings({ disk_free_percent: 100 })
    await looks(start + 100.7 * hour)
    const opened = (await mails()).slice(before).filter((mail) => /^[^:]+: Only \d/.test(mail))
    expect(opened.map((mail) => /disk of (\S+)/.exec(mail)?.[1])).toEqual(['HQ', 'shelf'])
    rmSync(folder, { recursive: true })
  })
})
