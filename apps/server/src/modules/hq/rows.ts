import { invalid, recordNotFound, textOf } from '@tavla/contract'
import type { Environment } from '../../config/site-config.ts'
import { type Engine, find, openSecret, type StoredRow } from '../../entity/index.ts'
import { plainSentence } from '../../ground/sentences.ts'
import { millisOf } from '../../ground/utc-text.ts'
import type { ClusterSpec } from '../../hosting/driver.ts'
import type { Reader } from '../../store/store.ts'

export type ProjectStatus = 'Created' | 'Provisioning' | 'Running' | 'Stopped' | 'Failed' | 'Removing'

/** A Project record as this module works with it. */
export interface Project {
  id: string
  server: string
  status: ProjectStatus
  driver: string
  desiredState: 'Running' | 'Stopped' | 'Removed'
  autoProvision: boolean
  environment: Environment
  hasSampleData: boolean
  /** The project of which it is a copy. */
  cloneOf: string | undefined
  /** Addresses and numbers that it may write to while it is Staging. */
  stagingRecipients: readonly string[]
  port: number | undefined
  stagingUrl: string | undefined
  /** UTC text; undefined before its first start. */
  startedAt: string | undefined
  version: string | undefined
  restarts: number
  adminEmail: string | undefined
  language: 'en' | 'he'
  /** In English. */
  lastError: string | undefined
  /** Time of its last change; UTC, milliseconds. */
  modifiedAt: number
  adminPassword: string
  instanceSecret: string
}

/** A Server record. */
export interface Server {
  id: string
  driver: string
  isInMaintenance: boolean
  maxProjects: number
  publicHost: string | undefined
  useHttps: boolean
  bindAddress: string
  portRange: { start: number; end: number }
  dataRoot: string | undefined
  /** Set for a server of kind Kubernetes. */
  cluster: Omit<ClusterSpec, 'hq'> | undefined
}

/** @throws Problem 404 */
export async function readProject(engine: Engine, id: string, reader: Reader = engine.store): Promise<Project> {
  const row = await engine.rows(engine.models.require('Project')).byId(reader, id)
  if (!row) throw recordNotFound('Project', id)
  return projectOf(engine, row)
}

export async function readProjects(engine: Engine): Promise<Project[]> {
  const ids = await find(engine, 'Project', { order: 'made' })
  return Promise.all(ids.map(({ id }) => readProject(engine, id)))
}

/** @throws Problem 417 */
export async function readServer(engine: Engine, id: string, reader: Reader = engine.store): Promise<Server> {
  const row = await engine.rows(engine.models.require('Server')).byId(reader, id)
  if (!row) throw invalid('Could not find {0}: {1}', [{ translate: 'Server' }, id], 'LinkValidationError')
  return {
    id,
    driver: orAbsent(row.driver) ?? 'Local',
    isInMaintenance: row.status === 'Maintenance',
    maxProjects: Number(row.max_projects),
    publicHost: orAbsent(row.public_host),
    useHttps: row.use_https === 1,
    bindAddress: orAbsent(row.bind_address) ?? '127.0.0.1',
    portRange: { start: Number(row.port_range_start), end: Number(row.port_range_end) },
    dataRoot: orAbsent(row.data_root),
    cluster: row.driver === 'Kubernetes' ? clusterOf(engine, row) : undefined,
  }
}

function clusterOf(engine: Engine, row: StoredRow): Omit<ClusterSpec, 'hq'> {
  return {
    apiServer: orAbsent(row.api_server),
    kubeconfig: openSecret(engine, 'Server', row, 'kubeconfig') ?? '',
    allowsInsecure: row.allow_insecure_cluster === 1,
    namespacePrefix: orAbsent(row.namespace_prefix) ?? 'project-',
    image: orAbsent(row.image) ?? '',
    ingressDomain: orAbsent(row.ingress_domain) ?? '',
    ingressClass: orAbsent(row.ingress_class),
    ingressAddresses: networksIn(row.ingress_addresses),
    ingressNamespace: orAbsent(row.ingress_namespace),
    controlPlaneAddresses: networksIn(row.control_plane_addresses),
    tlsSecret: orAbsent(row.tls_secret),
    storageClass: orAbsent(row.storage_class),
    volumeSize: orAbsent(row.volume_size) ?? '5Gi',
    cpuLimit: orAbsent(row.cpu_limit) ?? '1',
    memoryLimit: orAbsent(row.memory_limit) ?? '512Mi',
  }
}

/** Networks of a text that separates them by spaces, commas or line breaks. */
export const networksIn = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/[\s,]+/).filter((part) => part !== '') : []

export async function serverIds(engine: Engine): Promise<string[]> {
  return (await find(engine, 'Server', { order: 'made' })).map(({ id }) => id)
}

/** The projects of a server. */
export async function projectsOn(
  engine: Engine,
  server: string,
  reader: Reader = engine.store,
): Promise<{ id: string; hasPort: boolean }[]> {
  const found = await find(engine, 'Project', { where: { server }, fields: ['port'], reader })
  return found.map(({ id, port }) => ({ id, hasPort: Number(port) > 0 }))
}

/** Ports of all projects on all servers, because two servers may be the same machine. */
export async function takenPorts(engine: Engine, except?: string): Promise<Set<number>> {
  const rows = await find(engine, 'Project', { where: { port: { above: 0 } }, fields: ['port'] })
  return new Set(rows.filter(({ id }) => id !== except).map(({ port }) => Number(port)))
}

function projectOf(engine: Engine, row: StoredRow): Project {
  const secret = (name: string) => openSecret(engine, 'Project', row, name) ?? ''
  return {
    id: String(row.id),
    server: String(row.server),
    status: row.status as ProjectStatus,
    driver: orAbsent(row.driver) ?? 'Local',
    desiredState: (orAbsent(row.desired_state) ?? 'Running') as Project['desiredState'],
    autoProvision: row.auto_provision === 1,
    environment: (orAbsent(row.environment) ?? 'Development') as Environment,
    hasSampleData: row.start_with === 'Sample',
    cloneOf: orAbsent(row.clone_of),
    stagingRecipients: linesOf(row.staging_recipients),
    // An unset Int is 0.
    port: Number(row.port) || undefined,
    stagingUrl: orAbsent(row.staging_url),
    startedAt: orAbsent(row.started_at),
    version: orAbsent(row.version),
    restarts: Number(row.restarts ?? 0),
    adminEmail: orAbsent(row.admin_email),
    language: row.default_language === 'he' ? 'he' : 'en',
    lastError: orAbsent(row.last_error) && plainSentence(String(row.last_error)),
    modifiedAt: millisOf(String(row.modified)),
    adminPassword: secret('admin_password'),
    instanceSecret: secret('instance_secret'),
  }
}

/** The lines of a text that hold something, without blanks around them. */
const linesOf = (text: unknown): string[] =>
  textOf(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const orAbsent = (value: unknown): string | undefined => textOf(value) || undefined
