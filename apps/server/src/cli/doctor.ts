import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isAlmostFull } from '@tavla/contract'
import { readExistingConfig, type SiteConfig, type SiteOptions } from '../config/site-config.ts'
import { ownerOf } from '../ground/data-lock.ts'
import { roomOf } from '../ground/disk-room.ts'
import { StartError } from '../ground/start-error.ts'
import { connectControl } from '../hosting/control-client.ts'
import { reportsOn } from './check.ts'
import { type DoctorLine, line } from './doctor-line.ts'
import { examineRecords } from './doctor-records.ts'

/**
 * Looks at all that HQ, or a stand-alone site, needs to work, and changes nothing (reference: configuration, Doctor). A
 * fault that hides everything behind it ends the list.
 */
export async function examine(dir: string, options: SiteOptions = {}): Promise<DoctorLine[]> {
  const folder = resolve(dir)
  if (!existsSync(join(folder, 'config.json'))) return [line('fail', 'folder', `There is no site in ${folder}.`)]
  const lines = [mayOthersRead('folder', folder)]
  let config: SiteConfig
  try {
    config = readExistingConfig(folder, options)
  } catch (error) {
    const isKey = error instanceof StartError && error.message.startsWith('The site key ')
    return [...lines, line('fail', isKey ? 'key' : 'config', sentenceOf(error))]
  }
  lines.push(mayOthersRead('key', join(folder, 'site.key')), mayOthersRead('config', join(folder, 'config.json')))
  lines.push(await examineLock(config), ...(await examineData(config)), examineDisk(folder))
  try {
    lines.push(...(await examineRecords(config, options.port)))
  } catch (error) {
    lines.push(line('fail', 'records', sentenceOf(error)))
  }
  return lines
}

/** 0 when all is well, 1 with a warning, 2 with a fault. */
export function exitCodeOf(lines: readonly DoctorLine[]): 0 | 1 | 2 {
  if (lines.some(({ state }) => state === 'fail')) return 2
  return lines.some(({ state }) => state === 'warn') ? 1 : 0
}

export const textOfLines = (lines: readonly DoctorLine[]): string =>
  lines.map(({ state, what, words }) => `${state.padEnd(5)}${what.padEnd(11)}${words}\n`).join('')

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function mayOthersRead(what: string, path: string): DoctorLine {
  // Windows has no such bits.
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  return isOpen ? line('warn', what, `Other users of this machine can read ${path}.`) : line('ok', what, path)
}

async function examineLock({ dir, instanceSecret }: SiteConfig): Promise<DoctorLine> {
  const owner = ownerOf(dir)
  if (owner === undefined) return line('ok', 'lock', 'Nothing runs on this folder.')
  const client = await connectControl(dir, instanceSecret)
  client?.end()
  return client
    ? line('ok', 'lock', `Process ${owner} runs and answers.`)
    : line('fail', 'lock', `Process ${owner} holds this folder and does not answer.`)
}

/** The lines of `tavla check` for each site, in three parts. */
async function examineData(config: SiteConfig): Promise<DoctorLine[]> {
  const lines: DoctorLine[] = []
  for (const { site, checks, error } of await reportsOn(config, { isJson: false, isDeep: false, isRepair: false })) {
    if (error !== undefined) lines.push(line('fail', 'integrity', `${site}: ${error}`))
    for (const [what, names] of parts) {
      const mine = checks.filter(({ check }) => (names ? names.includes(check) : !known.has(check)))
      if (mine.length === 0) continue
      const bad = mine.filter(({ state }) => state !== 'ok')
      const state = bad.some((one) => one.state === 'fault') ? 'fail' : bad.length > 0 ? 'warn' : 'ok'
      const found = bad.map(({ check, count }) => `${check}: ${count}`).join(', ')
      lines.push(line(state, what, bad.length > 0 ? `${site}: ${found}; "tavla check" names them.` : site))
    }
  }
  return lines
}

const parts: readonly [string, readonly string[] | undefined][] = [
  ['integrity', ['database']],
  ['files', ['files', 'unnamed bytes']],
  ['records', undefined],
]
const known = new Set(parts.flatMap(([, names]) => names ?? []))

function examineDisk(folder: string): DoctorLine {
  const room = roomOf(folder)
  const percent = Math.floor((room.free_bytes / Math.max(1, room.total_bytes)) * 100)
  const words = `${percent}% of the disk is free.`
  return line(percent < 5 ? 'fail' : isAlmostFull(room) ? 'warn' : 'ok', 'disk', words)
}
