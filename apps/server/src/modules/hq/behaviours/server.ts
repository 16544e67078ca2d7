import { isIP } from 'node:net'
import { isAbsolute, normalize } from 'node:path'
import { notPossibleNow } from '@tavla/contract'
import { type Behaviour, type Change, type Context, sqlOf } from '../../../entity/index.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import { readQuantity } from '../../../hosting/kubernetes/quantities.ts'
import { sql } from '../../../store/sql.ts'
import { ownProjects, worksByProject } from '../access/levels.ts'
import { checkServerInBackground } from '../actions/server.ts'
import type { Hq } from '../hq.ts'
import { networksIn, projectsOn } from '../rows.ts'
import { idMark } from '../site-spec.ts'

const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
/** HQ would no longer find the data of existing projects if these changed. */
const fixedByProjects = ['driver', 'data_root', 'namespace_prefix']

/**
 * Rules of servers: checks every value that reaches the operating system (reference: hosting, Server; hosting, Local
 * driver).
 */
export const serverBehaviour = (hq: Hq): Behaviour => ({
  entity: 'Server',
  async beforeSave(change) {
    const { before, after, engine, tx, id } = change
    checkPorts(change)
    checkAddresses(change)
    if (after.driver === 'Kubernetes') checkCluster(change)
    const moves = before !== null && fixedByProjects.some((name) => (before[name] ?? null) !== (after[name] ?? null))
    if (moves && (await projectsOn(engine, id, tx)).length > 0) {
      throw notPossibleNow({ text: 'This is not possible while the server has projects.' })
    }
  },
  afterSave(change) {
    // Check a new server at once, not only in the next round.
    if (change.action === 'create')
      change.afterCommit(() => hq.site.inBackground(checkServerInBackground(hq, change.id)))
  },
  visible(engine, ctx) {
    const own = ownProjects(engine, ctx)
    if (!own) return undefined
    const { table, field } = sqlOf(engine, 'Project')
    return {
      condition: sql<boolean>`id in (select ${field('server')} from ${table} where id in (${own}))`,
      dependsOn: ['Project'],
    }
  },
  queryable: shownTo,
  shown: shownTo,
  present(record, ctx) {
    if (worksByProject(ctx)) {
      const shown = ofProjectOperators.filter((name) => record[name] !== undefined)
      return { id: record.id, ...Object.fromEntries(shown.map((name) => [name, record[name]])) }
    }
    const { last_error } = record
    return last_error ? { ...record, last_error: translateSentence(hq.site, last_error, ctx.language) } : record
  },
})

/** The fields that Project Operators see. */
const ofProjectOperators = ['server_name', 'status'] as const

const shownTo = (ctx: Context) => (worksByProject(ctx) ? new Set(['id', ...ofProjectOperators]) : undefined)

function checkPorts({ after, reject }: Change): void {
  const [start, end, max] = [after.port_range_start, after.port_range_end, after.max_projects]
  const label = (translate: string) => ({ translate })
  const between = '{0} must be between {1} and {2}'
  if (!isBetween(start, 1024, 65_535)) {
    reject('port_range_start', { text: between, args: [label('Port Range Start'), 1024, 65_535] })
  } else if (!isBetween(end, Number(start), 65_535)) {
    reject('port_range_end', { text: between, args: [label('Port Range End'), Number(start), 65_535] })
  }
  if (!isBetween(max, 0, 10_000)) {
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
  if (public_host !== null && public_host !== undefined && !hostName.test(String(public_host).replace(idMark, 'x'))) {
    wrong('public_host', 'Public Host')
  }
  if (data_root !== null && data_root !== undefined && !isPlainFolder(String(data_root))) {
    wrong('data_root', 'Data Root')
  }
}

const name = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/
/** Short enough that a prefix and the longest project id together are a valid name. */
const prefix = /^[a-z][a-z0-9-]{0,22}$/
const lowerHost = /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/
const namespace = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const image = /^[a-z0-9][\w.:/@-]{0,254}$/i

/** Skips blank fields: those have a default, or the check of the server reports them. */
function checkCluster({ after, reject }: Change): void {
  const rules: [string, string, (text: string) => boolean][] = [
    ['api_server', 'API Server', isApiServer],
    ['namespace_prefix', 'Namespace Prefix', (text) => prefix.test(text)],
    ['image', 'Image', (text) => image.test(text)],
    ['ingress_domain', 'Ingress Domain', (text) => lowerHost.test(text)],
    ['ingress_class', 'Ingress Class', (text) => name.test(text)],
    ['ingress_addresses', 'Ingress Addresses', areNetworks],
    ['ingress_namespace', 'Ingress Namespace', (text) => namespace.test(text)],
    ['control_plane_addresses', 'Control Plane Addresses', areNetworks],
    ['tls_secret', 'TLS Secret', (text) => name.test(text)],
    ['storage_class', 'Storage Class', (text) => name.test(text)],
    ['volume_size', 'Volume Size', (text) => readQuantity(text) !== undefined],
    ['cpu_limit', 'CPU Limit', (text) => readQuantity(text) !== undefined],
    ['memory_limit', 'Memory Limit', (text) => readQuantity(text) !== undefined],
  ]
  for (const [field, label, isRight] of rules) {
    const value = after[field]
    if (typeof value === 'string' && value !== '' && !isRight(value)) {
      reject(field, { text: 'The value for {0} is not valid', args: [{ translate: label }] })
    }
  }
}

/** Requires a prefix length in each network, for a single address too. */
function areNetworks(text: string): boolean {
  return networksIn(text).every((network) => {
    const [address = '', length = '', ...rest] = network.split('/')
    const maxLength = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= maxLength
  })
}

function isApiServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && username + password + search + hash === ''
}

const isBetween = (value: unknown, min: number, max: number) => Number(value) >= min && Number(value) <= max

/** True for an absolute, normalised path. */
function isPlainFolder(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path of ours holds a control character
  return isAbsolute(path) && normalize(path) === path && path !== '/' && !/[\u0000-\u001f]/.test(path)
}
