import type { DamagedFiles, DiskRoom, Message } from '@tavla/contract'
import type { SiteEnd } from './site-end.ts'

/** A hosted project's site, as a driver has to know it. Everything in it was checked before; nothing of it is executed. */
export interface SiteSpec {
  /** Id of the project. */
  id: string
  /** Data folder. */
  dir: string
  /** Address and port that it listens on. */
  host: string
  port: number
  instanceSecret: string
  /** What its configuration file says. */
  config: Readonly<Record<string, unknown>>
  /** Where it is run. */
  server: ServerSpec
}

/** Which site is meant, without what it is told. */
export type SitePlace = Pick<SiteSpec, 'id' | 'dir' | 'instanceSecret' | 'server'>

/** A machine or cluster that takes projects: the part of a Server record that its driver reads. */
export interface ServerSpec {
  id: string
  bindAddress: string
  portRange: { start: number; end: number }
  dataRoot: string
  /** Where the server is a cluster. */
  cluster?: ClusterSpec | undefined
}

/** What a Server record of kind Kubernetes says (reference: hosting, Server). */
export interface ClusterSpec {
  /** Marks what this HQ made: an id that no other HQ has. */
  hq: string
  /** In place of the address that the kubeconfig names. */
  apiServer: string | undefined
  kubeconfig: string
  /** The operator takes a way there that others may read or change. */
  allowsInsecure: boolean
  namespacePrefix: string
  image: string
  ingressDomain: string
  ingressClass: string | undefined
  /** Networks from which the ingress controller calls; only these say whom a call comes from. */
  ingressAddresses: readonly string[]
  ingressNamespace: string | undefined
  /** Networks from which the cluster passes on what HQ asks of a site. */
  controlPlaneAddresses: readonly string[]
  tlsSecret: string | undefined
  storageClass: string | undefined
  volumeSize: string
  cpuLimit: string
  memoryLimit: string
}

/** A site that serves, and whose end is noticed. */
export interface StartedSite {
  version: string
  /** UTC, milliseconds. */
  startedAt: number
  /** Resolves when its process is gone, with how it ended where that can be told. */
  readonly ended: Promise<SiteEnd | undefined>
  /** Watches it no longer; it runs on. */
  letGo(): void
  /** @throws Error when it doesn't answer within five seconds */
  health(): Promise<SiteHealth>
  /** @throws Error when it doesn't answer */
  info(): Promise<SiteInfo>
  /** Ends the sessions of a person of HQ whose tokens were made before `before` (UTC). @throws Error unless it answers */
  endHqSessions(user: string, before: string): Promise<void>
  /** Replaces the origins that may call it with credentials, without a restart. */
  allowOrigins(origins: readonly string[]): Promise<void>
}

export interface SiteHealth {
  /** Its process does its work. A new process would not help a site whose database is away, or whose people ask too much. */
  ok: boolean
  /** In the site's own words, where it answers: `ok`, `starting`, `stopping`, `database`, `overloaded`. */
  status?: string
  /** Nobody could be asked: whether it serves is not known, and nothing follows from it. */
  isUnknown?: boolean
  latencyMs: number
}

/** Answer of `GET /api/internal/info` (reference: hosting, Project data). */
export interface SiteInfo {
  site: string
  version: string
  /** Seconds. */
  uptime: number
  counts: Record<'users' | 'entities' | 'records' | 'files' | 'open_communications' | 'queued_emails', number>
  disk?: DiskUsage
  /** How the look at its records after an unclean end came out; null when none was needed, absent from an older version. */
  check?: { state: string; at: string; faults: readonly string[] } | null
  /** Absent from a site of an older version. */
  damaged_files?: DamagedFiles
}

export interface DiskUsage extends Partial<DiskRoom> {
  store_bytes: number
  files_bytes: number
  logs_bytes: number
}

/** What a person is told while a site is being made ready. */
export type Report = (step: Message) => Promise<void>

/** How the sites of one kind of server are run (reference: hosting, Driver). Every step can be repeated. */
export interface HostingDriver {
  /** Its sites are somebody else's to keep: an HQ that leaves does not end them. */
  readonly outlivesHq: boolean
  /** A port that no project has and nobody uses. @throws HostingFault */
  reserve(server: ServerSpec, taken: ReadonlySet<number>): Promise<number>
  /**
   * Brings folder and configuration up to what `site` says; never touches data. One that is not new must have its
   * folder already.
   * @throws HostingFault
   */
  prepare(site: SiteSpec, isNew: boolean): Promise<void>
  /** Resolves once the site answers; one that runs already is taken over. @throws HostingFault */
  start(site: SiteSpec, report: Report): Promise<StartedSite>
  /** Stop and start in one step, where there is one. @throws HostingFault */
  restart?(site: SiteSpec, report: Report): Promise<StartedSite>
  /**
   * Takes over a site that runs already, with what `site` says.
   * @throws HostingFault of kind `away` when nobody can tell whether it runs
   */
  adopt(site: SiteSpec): Promise<StartedSite | undefined>
  /** Lets it finish for `patience` milliseconds, then ends it. Resolves once it is gone. @throws HostingFault */
  stop(site: SitePlace, patience: number): Promise<void>
  /** Moves its data to the trash; nothing happens when there is none. @throws HostingFault */
  remove(site: SitePlace): Promise<void> | void
  /** Ends what has lain in the trash for longer than seven days. */
  purge(server: ServerSpec): Promise<void>
  logs(site: SitePlace): LogReader
  /** Undefined while nobody can tell. */
  disk(site: SitePlace): Promise<DiskUsage | undefined>
  /** @throws HostingFault with what is wrong with the server */
  check(server: ServerSpec, taken: ReadonlySet<number>): Promise<void>
  /** From now on nothing is started. */
  close(): void
}

/** A file of a site's `logs` folder (reference: hosting, Log calls). */
export interface LogFile {
  name: string
  /** `logs/<name>`. */
  path: string
  type: 'log'
  /** Bytes. */
  size: number
  /** UTC, milliseconds. */
  modified: number
}

export interface LogPage extends LogFile {
  lines: string[]
  truncated: boolean
  /** Byte offsets of what `lines` hold. */
  start: number
  end: number
}

/** Most lines of a page, and the byte offset that it ends or begins at. */
export interface LogPageWish {
  count: number
  before?: number | undefined
  after?: number | undefined
}

export interface LogHit {
  /** Path of the file, as its listing tells it. */
  file: string
  /** Byte at which the line starts. */
  offset: number
  line: string
}

export interface LogSearch {
  text: string
  level?: string | undefined
  file?: string | undefined
  limit: number
}

/** Reads log files without ever holding a whole one; `undefined` stands for a file that the listing doesn't have. */
export interface LogReader {
  list(): Promise<LogFile[]>
  lines(file: string, page: LogPageWish): Promise<LogPage | undefined>
  search(search: LogSearch): Promise<{ hits: LogHit[]; complete: boolean } | undefined>
}

/** `ended`: it may do better at another try. `port`: with another port. `away`: once its server can be reached again. */
export type FaultKind = 'ended' | 'port' | 'away' | 'other'

/** Why a site can't be run, in a sentence for the person who asked for it. */
export class HostingFault extends Error {
  override name = 'HostingFault'
  readonly detail: Message
  readonly kind: FaultKind

  constructor(detail: Message, kind: FaultKind = 'other', cause?: unknown) {
    super(detail.text, cause === undefined ? undefined : { cause })
    this.detail = detail
    this.kind = kind
  }
}
