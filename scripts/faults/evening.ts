import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { createDatabaseBeside, dropDatabase } from '../../apps/server/src/store/postgres-dump.ts'
import { findBinaries, startPostgres } from '../../apps/server/src/store/postgres-server.ts'
import { openS3, type S3StandIn } from '../../apps/server/src/testing/s3-stand-in.ts'
import { type MailServer, mailbox, startMailServer } from '../../e2e/console/smtp.ts'
import { EveningFleet } from './evening-fleet.ts'
import { badPromotion, destroyed, fullDisk, lostOnTuesday, makeLeads, makeTask } from './evening-losses.ts'
import { manifestOf, recoverAll, type Sheet } from './evening-recovery.ts'
import { expectThat, type Fault, until } from './fault.ts'
import type { Row } from './fleet.ts'
import { FleetClock } from './fleet-clock.ts'
import { temporaryFolder } from './site-process.ts'

const patience = 1_800_000

/** Projects with a part of their own in the evening; the others are only there. */
const part = {
  destroyed: 'shop',
  lost: 'clinic',
  trial: 'trial',
  target: 'market',
  full: 'annex',
  successor: 'annex-2',
}
const inPostgres = ['ledger', 'archive']

/**
 * One evening of a fleet: HQ and its projects are processes, two of these in PostgreSQL, its mail goes to an SMTP server,
 * its backups to a service that checks signatures. Two nights and two days pass by one clock that is put forward in small
 * steps (fleet-clock.ts). Everything is brought back by the calls that the console makes; at the end everything is lost,
 * and `tavla recover` brings it back with the bucket and the recovery key alone.
 */
export const evening: Fault = {
  name: 'one evening of a fleet',
  missing() {
    if (process.getuid?.() !== 0) return 'only root can mount a small file system'
    return findBinaries() ? undefined : 'no PostgreSQL is installed'
  },
  async run(_rounds, { projects }) {
    const folder = temporaryFolder()
    const disk = temporaryFolder()
    const clock = new FleetClock(folder)
    const fleet = new EveningFleet(path.join(folder, 'hq'), { nodeArgs: clock.nodeArgs })
    const again = new EveningFleet(path.join(folder, 'empty'), { nodeArgs: clock.nodeArgs })
    const [bucket, mail, postgres] = [await openS3(1000, clock.now), await startMailServer(), await startPostgres()]
    expectThat('url' in postgres, 'PostgreSQL does not start.')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk])
    try {
      await fleet.start()
      const names = namesOf(projects)
      await told('set up', () => setUp(fleet, names, { bucket, mail, database: postgres.url, disk }))
      const task = await makeTask(fleet, part.lost)
      const key = String((await fleet.act('HQ%20Settings', 'HQ%20Settings', 'reveal_recovery_key')).json.data.key)
      const sheet = { bucket, key }

      await told('first night', () => night(fleet, clock))
      await clock.passUntil(9, 0)
      for (const project of fleet.kept.keys()) await fleet.write(project, 'Of the day', 2)
      await told('rm -rf', () => destroyed(fleet, part.destroyed))
      await told('lost on Tuesday', () => lostOnTuesday(fleet, part.lost, task))
      await told('bad promotion', () => badPromotion(fleet, part))
      const mailed = () => expectMails(mail, [/^Only 0% of the disk of \S+ is free\.$/])
      await told('full disk', () => fullDisk(fleet, { project: part.full, disk, successor: part.successor, mailed }))

      const after = names.map((name) => (name === part.full ? part.successor : name))
      await told('second night', () => lostNight(fleet, clock, { sheet, mail, names: after }))
      await told('caught up', () => caughtUp(fleet, clock, bucket))
      await told('mails of the end', () =>
        expectMails(mail, [...overdue(after, 'Resolved: '), /^Resolved: Only \d+% of/]),
      )

      const expected = new Map<string, string>()
      for (const name of after) expected.set(name, String((await fleet.newestProven(name)).id))
      const databases = inPostgres.map((name) => String(fleet.databaseOf(name)))
      await fleet.end()
      rmSync(fleet.dir, { recursive: true })
      for (const address of databases) await dropDatabase(address, { force: true })
      await told('recover', async () => {
        const { tables, rows } = await recoverAll(sheet, { dir: again.dir, nodeArgs: clock.nodeArgs, expected })
        return `${expected.size} projects, ${tables} tables with ${rows} rows, every sum equal`
      })
      await told('all run', async () => {
        await again.start()
        for (const [project, kept] of fleet.kept) again.kept.set(project, kept)
        for (const name of after) await again.untilRunning(name)
        for (const name of after) await again.expectKept(name)
        return `${after.length} run, ${[...again.kept.values()].flat().length} acknowledged records read back`
      })
      expectThat(failed.length === 0, failed.join('; '))
      return `${after.length} projects, ${bucket.signed} signed calls, ${mail.arrived.length} mails, ${bucket.objects.size} objects; all brought back`
    } finally {
      await fleet.end()
      await again.end()
      bucket.close()
      await mail.stop()
      await postgres.stop()
      execFileSync('umount', ['--lazy', disk])
    }
  },
}

const began = performance.now()
const failed: string[] = []

/** Does a part of the evening and says how it went; what goes wrong in one part is told at the end. */
async function told(name: string, work: () => Promise<string>): Promise<void> {
  const from = performance.now()
  const outcome = await work().catch((error: Error) => {
    failed.push(`${name}: ${error.message}`)
    return `FAILED: ${error.message}`
  })
  const [seconds, total] = [from, began].map((since) => Math.round((performance.now() - since) / 1000))
  console.log(`  ${name}: ${outcome} (${seconds} s, ${total} s in all)`)
}

function namesOf(projects: number): string[] {
  const named = [part.destroyed, part.lost, part.target, part.trial, part.full, ...inPostgres]
  const others = Array.from({ length: Math.max(0, projects - named.length) }, (_, n) => `p${n + 1}`)
  return [...named, ...others]
}

async function setUp(
  fleet: EveningFleet,
  names: readonly string[],
  { bucket, mail, database, disk }: { bucket: S3StandIn; mail: MailServer; database: string; disk: string },
): Promise<string> {
  const { accessKeyId, secretAccessKey, ...place } = bucket.place
  const first = 20_000 + Math.floor(Math.random() * 100) * 100
  await write(fleet, 'PUT', 'System%20Settings/System%20Settings', { time_zone: 'UTC' })
  await write(fleet, 'PUT', 'Server/main', { port_range_start: first, port_range_end: first + names.length + 9 })
  const ports = { port_range_start: first + names.length + 10, port_range_end: first + names.length + 20 }
  await write(fleet, 'POST', 'Server', { server_name: 'annex', data_root: path.join(disk, 'projects'), ...ports })
  const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey }
  await write(fleet, 'POST', 'Backup%20Store', { store_name: 'bucket', type: 'S3', ...place, ...keys })
  await write(fleet, 'PUT', 'Backup%20Plan/Daily', { store: 'bucket' })
  const backups = path.join(disk, 'backups')
  await write(fleet, 'POST', 'Backup%20Store', { store_name: 'annex', type: 'Folder', folder: backups })
  await write(fleet, 'POST', 'Backup%20Plan', { plan_name: 'Annex', store: 'annex' })
  await write(fleet, 'POST', 'Email%20Account', {
    ...{ email_account_name: 'HQ', email_id: 'hq@example.com', enable_outgoing: 1, default_outgoing: 1, ...mailbox },
    ...{ smtp_server: '127.0.0.1', smtp_port: mail.port, use_tls: 0, allow_unencrypted: 1 },
  })
  await write(fleet, 'PUT', 'HQ%20Settings/HQ%20Settings', { alert_recipients: 'operators@example.com' })

  for (const name of names.filter((one) => one !== part.trial)) {
    const environment = [part.destroyed, part.target].includes(name) ? 'Production' : 'Development'
    if (inPostgres.includes(name)) await fleet.createIn(await createDatabaseBeside(database, `evening_${name}`), name)
    else if (name === part.full) await fleet.create(name, { server: 'annex', backup_plan: 'Annex' })
    else await fleet.create(name, { environment, start_with: name === part.lost ? 'Sample' : 'Empty' })
  }
  for (const name of names.filter((one) => one !== part.trial)) await fleet.untilRunning(name)
  await makeLeads(fleet, part.target, 5)
  const wish = { id: part.trial, project_name: part.trial, mask: 0 }
  const cloned = await fleet.act('Project', part.target, 'clone_project', wish)
  expectThat(cloned.status === 200, `The clone was refused: ${cloned.json?.message}`)
  await fleet.untilRunning(part.trial)
  for (const name of names)
    fleet.kept.set(
      name,
      (await fleet.titles(name)).map((title) => ({ title, creation: '' })),
    )
  for (const name of names) await fleet.write(name, 'Of the evening', 3)
  return `${names.length} projects run, ${inPostgres.length} of them in PostgreSQL`
}

async function write(fleet: EveningFleet, method: string, target: string, body: object): Promise<void> {
  const { status, json } = await fleet.call(method, `/api/entity/${target}`, body)
  expectThat(status === 200, `${method} ${target} was answered ${status}: ${json?.message}`)
}

/** The hour of the backups passes; then HQ and every project have a new backup that is proven. */
async function night(fleet: EveningFleet, clock: FleetClock): Promise<string> {
  await clock.passUntil(1, 59)
  const known = await finished(fleet)
  await clock.passUntil(3, 5, 'walk')
  return allProven(fleet, known, false)
}

/** The bucket takes bytes again; what failed is tried again within two hours. */
async function caughtUp(fleet: EveningFleet, clock: FleetClock, bucket: S3StandIn): Promise<string> {
  const known = await finished(fleet)
  bucket.refusal = undefined
  await clock.passUntil(1, 0, 'walk')
  return allProven(fleet, known, true)
}

/** The ids of the backups that have come to an end. */
async function finished(fleet: EveningFleet): Promise<ReadonlySet<unknown>> {
  const backups = await fleet.list('Backup', { type: 'Scheduled' })
  return new Set(backups.filter(({ status }) => status !== 'Under Way').map(({ id }) => id))
}

/** Waits until HQ and every project have a proven backup that is not among the known ones. */
async function allProven(fleet: EveningFleet, known: ReadonlySet<unknown>, mayFail: boolean): Promise<string> {
  const projects = ['_hq', ...(await fleet.list('Project')).map(({ id }) => String(id))]
  const newOnes = async () => {
    const backups = (await fleet.list('Backup', { type: 'Scheduled' })).filter(({ id }) => !known.has(id))
    const fault = backups.find(({ status }) => status === 'Failed')
    expectThat(mayFail || !fault, `The backup of ${fault?.project_id} failed: ${fault?.error}`)
    const proven = backups.filter(({ status }) => status === 'Proven')
    return projects.every((id) => proven.some(({ project_id }) => project_id === id)) && proven
  }
  const proven = await until('Not everything is proven.', newOnes, patience)
  const sum = (name: string) => proven.reduce((total, row) => total + Number(row[name]), 0)
  return `${proven.length} backups by the plan, all proven: ${sum('records')} records, ${Math.round(sum('added') / 1024)} KiB new`
}

/** The bucket takes nothing for a night and half a day, and what lies in it decays. */
async function lostNight(
  fleet: EveningFleet,
  clock: FleetClock,
  { sheet, mail, names }: { sheet: Sheet; mail: MailServer; names: readonly string[] },
): Promise<string> {
  const { bucket } = sheet
  const old = names.filter((name) => name !== part.successor)
  const before = await Promise.all(old.map((name) => fleet.newestProven(name)))
  bucket.refusal = 507
  const [decayed] = before.slice(-1) as [Row]
  const { data } = await manifestOf(sheet, String(decayed.id))
  const name = String(data.blocks[0])
  const found = bucket.objects.get(`hq/objects/${name.slice(0, 2)}/${name}`)
  expectThat(found, `The bucket has no object ${name}.`)
  found.bytes = Buffer.from(found.bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)))
  await fleet.act('Backup', String(decayed.id), 'prove')
  await fleet.untilState('Backup', String(decayed.id), 'Failed')
  const proof = new RegExp(`^The proof of the backup of ${decayed.project_id} failed\\.$`)
  await expectMails(mail, [proof])
  await clock.passUntil(3, 30)
  await clock.passUntil(23, 0)
  await expectMails(mail, overdue(names))
  const { json } = await fleet.call('GET', '/api/hq/fleet')
  const worst = json.projects.filter(({ alerts }: { alerts: number }) => alerts > 0).length
  expectThat(worst === names.length, `The fleet shows alerts of ${worst} projects.`)
  const attempts = (await fleet.list('Backup', { status: 'Failed' })).filter(({ id }) => id !== decayed.id)
  expectThat(attempts[0]?.error === 'The backup store is full.', `An attempt says ${attempts[0]?.error}`)
  const stands = await Promise.all(before.slice(0, -1).map(({ id }) => fleet.read('Backup', String(id))))
  expectThat(
    stands.every((row) => row?.status === 'Proven'),
    'A backup that was proven is no longer.',
  )
  return `the proof of ${decayed.project_id} failed and ${worst} projects overdue, each mailed; ${attempts.length} attempts failed: ${attempts[0]?.error}`
}

const overdue = (names: readonly string[], how = ''): RegExp[] =>
  names.map((name) => new RegExp(`^${how}No backup of ${name} for \\d+ hours\\.$`))

/** Waits until a mail with each of these subjects has come to the operators. */
async function expectMails(mail: MailServer, subjects: readonly RegExp[]): Promise<string> {
  const missing = async () => {
    const all = await Promise.all(mail.arrived.map(({ raw }) => PostalMime.parse(raw)))
    return subjects.filter((subject) => !all.some((one) => subject.test(one.subject ?? '')))
  }
  await until('', async () => (await missing()).length === 0, 120_000).catch(async () => {
    const [first] = await missing()
    throw new Error(`${(await missing()).length} mails did not come, such as ${first}.`)
  })
  return `${subjects.length} of ${mail.arrived.length} mails`
}
