import { isIP } from 'node:net'
import { isAbsolute, normalize } from 'node:path'
import { notPossibleNow } from '@tavla/contract'
import type { Behaviour, Change } from '../../../entity/types.ts'
import type { Hq } from '../hq.ts'
import { projectsOn } from '../rows.ts'
import { tellSentence } from '../sentences.ts'

const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
/** Where its projects are would no longer be where they are looked for. */
const fixedByProjects = ['driver', 'data_root']

/** Servers: every value that reaches the system is checked here (contract 1.3, 6.3). */
export const serverBehaviour = (hq: Hq): Behaviour => ({
  entity: 'Server',
  async beforeSave(change) {
    const { before, after, engine, tx, id } = change
    checkPorts(change)
    checkAddresses(change)
    const moves = before !== null && fixedByProjects.some((name) => (before[name] ?? null) !== (after[name] ?? null))
    if (moves && (await projectsOn(engine, id, tx)).length > 0) {
      throw notPossibleNow({ text: 'This is not possible while the server has projects.' })
    }
  },
  present: (record, { language }) =>
    record.last_error ? { ...record, last_error: tellSentence(hq.site, record.last_error, language) } : record,
})

function checkPorts({ after, reject }: Change): void {
  const [start, end, most] = [after.port_range_start, after.port_range_end, after.max_projects]
  const label = (translate: string) => ({ translate })
  const between = '{0} must be between {1} and {2}'
  if (!isBetween(start, 1024, 65_535)) {
    reject('port_range_start', { text: between, args: [label('Port Range Start'), 1024, 65_535] })
  } else if (!isBetween(end, Number(start), 65_535)) {
    reject('port_range_end', { text: between, args: [label('Port Range End'), Number(start), 65_535] })
  }
  if (!isBetween(most, 0, 10_000)) {
    reject('max_projects', { text: between, args: [label('Max Projects'), 0, 10_000] })
  }
}

function checkAddresses({ after, reject }: Change): void {
  const { bind_address, public_host, data_root } = after
  const wrong = (name: string, label: string) =>
    reject(name, { text: 'The value for {0} is not valid', args: [{ translate: label }] })
  if (bind_address !== null && bind_address !== undefined && isIP(String(bind_address)) === 0) {
    wrong('bind_address', 'Bind Address')
  }
  if (public_host !== null && public_host !== undefined && !hostName.test(String(public_host))) {
    wrong('public_host', 'Public Host')
  }
  if (data_root !== null && data_root !== undefined && !isPlainFolder(String(data_root))) {
    wrong('data_root', 'Data Root')
  }
}

const isBetween = (value: unknown, least: number, most: number) => Number(value) >= least && Number(value) <= most

/** A whole path without detours. */
function isPlainFolder(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of ours holds a control character
  return isAbsolute(path) && normalize(path) === path && path !== '/' && !/[\u0000-\u001f]/.test(path)
}
