import { join } from 'node:path'
import type { SiteConfig } from '../config/site-config.ts'
import { type Engine, find, findOne } from '../entity/index.ts'
import { ownerOf } from '../ground/data-lock.ts'
import { millisOf } from '../ground/utc-text.ts'
import { isFreePort } from '../hosting/ports.ts'
import { type BackupAge, readBackupAges } from '../modules/hq/alerts/backup-ages.ts'
import { overdueSince } from '../modules/hq/alerts/overdue.ts'
import { type DoctorLine, line } from './doctor-line.ts'
import { withRecords } from './records.ts'

/** HQ's own port unless it is given. */
const usualPort = 8000
/** Clocks of one machine do not differ by more, in milliseconds. */
const clockTolerance = 60_000
const hourMillis = 3_600_000

/** The lines of a doctor that need the records: ports, clock, and the age and proof of backups. */
export function examineRecords(config: SiteConfig, port: number | undefined): Promise<DoctorLine[]> {
  return withRecords(config, async (engine) => {
    const isHq = config.apps.includes('hq')
    const own = port ?? (isHq && config.port === 8080 ? usualPort : config.port)
    const lines = [await examinePort(config.dir, config.host, own)]
    if (isHq) lines.push(...(await examineProjectPorts(engine, config)))
    lines.push(await examineClock(engine))
    if (isHq) for (const age of await readBackupAges(engine)) lines.push(examineBackups(age))
    return lines
  })
}

async function examinePort(dir: string, host: string, port: number): Promise<DoctorLine> {
  if (ownerOf(dir) !== undefined || port === 0) return line('ok', 'ports', `${dir} runs.`)
  const isFree = await isFreePort(host, port).catch(() => undefined)
  if (isFree === undefined) return line('fail', 'ports', `The address ${host} cannot be used.`)
  return isFree
    ? line('ok', 'ports', `Port ${port} is free.`)
    : line('fail', 'ports', `Port ${port} is taken by another program.`)
}

/** Each project of this machine whose port another program took, and each port that two projects have. */
async function examineProjectPorts(engine: Engine, config: SiteConfig): Promise<DoctorLine[]> {
  const lines: DoctorLine[] = []
  const seen = new Map<number, string>()
  const where = { port: { above: 0 }, driver: 'Local' }
  for (const { id, port, server } of await find(engine, 'Project', {
    where,
    fields: ['port', 'server'],
    order: 'made',
  })) {
    const other = seen.get(Number(port))
    if (other !== undefined)
      lines.push(line('fail', 'ports', `The projects ${other} and ${id} share port ${Number(port)}.`))
    seen.set(Number(port), id)
    const at = await findOne(engine, 'Server', { where: { id: String(server) }, fields: ['data_root', 'bind_address'] })
    const root = typeof at?.data_root === 'string' && at.data_root !== '' ? at.data_root : join(config.dir, 'projects')
    const host = typeof at?.bind_address === 'string' && at.bind_address !== '' ? at.bind_address : '127.0.0.1'
    const found = await examinePort(join(root, id), host, Number(port))
    if (found.state !== 'ok') lines.push(line(found.state, 'ports', `${id}: ${found.words}`))
  }
  return lines
}

/** A clock that was put back makes times that lie before those that are there. */
async function examineClock(engine: Engine): Promise<DoctorLine> {
  const newest = await findOne(engine, 'Version', { fields: ['at'], order: 'at desc' })
  const ahead = millisOf(String(newest?.at ?? '')) - Date.now()
  return ahead > clockTolerance
    ? line(
        'warn',
        'clock',
        `The newest change was made ${Math.ceil(ahead / 60_000)} minutes after the time of this machine.`,
      )
    : line('ok', 'clock', new Date().toISOString())
}

function examineBackups({ project = 'HQ', every, since, backup, hasFailedProof }: BackupAge): DoctorLine {
  if (hasFailedProof) return line('fail', 'backup', `The proof of the backup of ${project} failed.`)
  if (every === undefined) return line('warn', 'backup', `${project} has no backup plan that is enabled.`)
  const overdue = overdueSince(every, since, Date.now())
  if (overdue) {
    const state = overdue.severity === 'Critical' ? 'fail' : 'warn'
    return line(state, 'backup', `No backup of ${project} for ${overdue.hours} hours.`)
  }
  if (backup === undefined) return line('ok', 'backup', `${project}: the first one is not due yet.`)
  const hours = Math.floor((Date.now() - since) / hourMillis)
  const words = backup === 'Proven' ? 'proven' : backup === 'Stored' ? 'not proven yet' : 'the last try failed'
  return line(backup === 'Failed' ? 'warn' : 'ok', 'backup', `${project}: ${hours} hours old, ${words}.`)
}
