import type { DamagedFiles, DiskRoom, Message } from '@tavla/contract'
import type { RestoredMark } from '../config/restored-mark.ts'
import type { CopyState } from './copy-parts.ts'
import type { SiteEnd } from './site-end.ts'

/** A hosted project's site as its driver knows it. Every value was checked before; drivers execute none of them. */
export interface SiteSpec {
  /** Id of the project. */
  id: string
  /** Data folder. */
  dir: string
  /** The address and port that the site listens on. */
  host: string
  port: number
  instanceSecret: string
  /** Content of its configuration file. */
  config: Readonly<Record<string, unknown>>
  /** The server that runs it. */
  server: ServerSpec
}

/** Identifies a site, without its configuration. */
export type SitePlace = Pick<SiteSpec, 'id' | 'dir' | 'instanceSecret' | 'server'>

/** A machine or cluster that runs projects: the part of a Server record that its driver reads. */
export interface ServerSpec {
  id: string
  bindAddress: string
  portRange: { start: number; end: number }
  dataRoot: string
  /** Set for a server of kind Kubernetes. */
  cluster?: ClusterSpec | undefined
}

/** The settings of a Server record of kind Kubernetes (reference: hosting, Server). */
export interface ClusterSpec {
  /** Marks the objects that this HQ made: an id that no other HQ has. */
  hq: string
  /** Replaces the address that the kubeconfig names. */
  apiServer: string | undefined
  kubeconfig: string
  /** The operator accepts a connection that others may read or change. */
  allowsInsecure: boolean
  namespacePrefix: string
  image: string
  ingressDomain: string
  ingressClass: string | undefined
  /** Networks from which the ingress controller calls; the site trusts the client address that these forward. */
  ingressAddresses: readonly string[]
  ingressNamespace: string | undefined
  /** Networks from which the cluster forwards HQ's calls to a site. */
  controlPlaneAddresses: readonly string[]
  tlsSecret: string | undefined
  storageClass: string | undefined
  volumeSize: string
  cpuLimit: string
  memoryLimit: string
}

/** Time for a change of definitions, which may convert every record, in milliseconds. */
export const definitionsTimeout = 600_000

/** Time for a block of records of a backup, with their files, in milliseconds. */
export const recordsTimeout = 600_000

/** A running site whose end the driver notices. */
export interface StartedSite {
  version: string
  /** UTC, milliseconds. */
  startedAt: number
  /** Resolves when its process is gone, with the way it ended where that is known. */
  readonly ended: Promise<SiteEnd | undefined>
  /** Stops watching; the site runs on. */
  letGo(): void
  /** @throws Error when it doesn't answer within five seconds */
  health(): Promise<SiteHealth>
  /** @throws Error when it doesn't answer */
  info(): Promise<SiteInfo>
  /** @throws Error when it doesn't answer, or is of a version that doesn't know the question */
  facts(): Promise<SiteFacts>
  /** The messages that failed within the frame. @throws Error when it doesn't answer, or doesn't know the question */
  failedMessages(frame: { from: string; to: string }): Promise<FailedMessage[]>
  /**
   * Ends the sessions that a user of HQ has there by tokens made before `before` (UTC).
   * @throws Error when it doesn't answer
   */
  endHqSessions(user: string, before: string): Promise<void>
  /** Asks for definitions, or changes them (reference: hosting, Definitions). @throws Error when it doesn't answer */
  definitions(order: object): Promise<Readonly<Record<string, unknown>>>
  /**
   * Compares records of a backup with those of the site, or brings them back with files of HQ's disk (reference: hosting,
   * Records of a backup). @throws Error when it doesn't answer
   */
  records(order: object): Promise<Readonly<Record<string, unknown>>>
  /**
   * Gives a user there a generated password (reference: configuration, Passwords by command).
   * @throws HostingFault, or Error with the site's sentence
   */
  resetPassword(user: string): Promise<GivenPassword>
  /** Replaces the origins that may call the site with credentials, without a restart. */
  allowOrigins(origins: readonly string[]): Promise<void>
}

export interface GivenPassword {
  user: string
  password: string
}

export interface SiteHealth {
  /**
   * The process works. A restart would not help a site whose database is away or that is overloaded, so both are `ok`.
   */
  ok: boolean
  /** The site's own answer: `ok`, `starting`, `stopping`, `database`, `overloaded`; undefined without one. */
  status?: string
  /** The driver could not ask: the site may or may not run, so the caller must not act on it. */
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
  /**
   * Result of the check of its records after an unclean end; null when no check was needed, absent from an older
   * version.
   */
  check?: { state: string; at: string; faults: readonly string[] } | null
  /** Absent from a site of an older version. */
  damaged_files?: DamagedFiles
}

/** Figures of a site for HQ's list of projects (reference: hosting, Control socket). */
export interface SiteFacts {
  /** Bytes of its store and files. */
  storage: number
  errors_24h: number
  /** UTC text; null when nobody has signed in yet. */
  last_sign_in: string | null
}

/** A message of a site that did not reach its recipient. */
export interface FailedMessage {
  entity: string
  id: string
  /** UTC text. */
  at: string
  error: string | null
}

export interface DiskUsage extends Partial<DiskRoom> {
  store_bytes: number
  files_bytes: number
  logs_bytes: number
}

/** Tells the user about a step of a start. */
export type Report = (step: Message) => Promise<void>

/** Runs the sites of one kind of server (reference: hosting, Driver). Every step can be repeated. */
export interface HostingDriver {
  /** Something else keeps its sites running, so HQ doesn't end them when it ends itself. */
  readonly outlivesHq: boolean
  /** Finds a port that no project has and no program uses. @throws HostingFault */
  reserve(server: ServerSpec, taken: ReadonlySet<number>): Promise<number>
  /**
   * Makes or updates folder and configuration as `site` says; never touches data. Unless `isNew`, the folder must
   * exist.
   * @throws HostingFault
   */
  prepare(site: SiteSpec, isNew: boolean): Promise<void>
  /** Resolves once the site answers; takes over a site that already runs. @throws HostingFault */
  start(site: SiteSpec, report: Report): Promise<StartedSite>
  /** Stops and starts the site in one step, if the driver has one. @throws HostingFault */
  restart?(site: SiteSpec, report: Report): Promise<StartedSite>
  /**
   * Takes over a site that already runs with the configuration in `site`; undefined when none does.
   * @throws HostingFault of kind `away` when the driver can't find out whether it runs
   */
  adopt(site: SiteSpec): Promise<StartedSite | undefined>
  /** Gives the site `grace` milliseconds to finish, then ends it. Resolves once it is gone. @throws HostingFault */
  stop(site: SitePlace, grace: number): Promise<void>
  /** Moves its data to the trash; does nothing when there is none. @throws HostingFault */
  remove(site: SitePlace, left: LeftBehind): Promise<void> | void
  /** The trash, where it can be opened. */
  readonly trash?: ProjectTrash
  /** Deletes data that has been in the trash for longer than seven days, with its databases on servers. */
  purge(server: ServerSpec): Promise<void>
  /** Copies the data of sites that HQ's machine does not see; absent where they are in folders of this machine. */
  readonly copies?: SiteCopies
  /** Puts other data in the place of a site's own. */
  readonly replacement?: Replacement
  logs(site: SitePlace): LogReader
  /** Undefined while the usage can't be found out. */
  disk(site: SitePlace): Promise<DiskUsage | undefined>
  /** @throws HostingFault that names the fault of the server */
  check(server: ServerSpec, taken: ReadonlySet<number>): Promise<void>
  /** Starts no more sites from now on. */
  close(): void
}

/** Belongs to the data of a deleted project. */
export interface LeftBehind {
  /** As HQ keeps it, sealed. */
  record: string
  /** The address of the database on a server that has its records, where HQ knows it. */
  database: string | undefined
}

/** Data of deleted projects, until the purge. */
export interface ProjectTrash {
  /** Newest first. */
  list(server: ServerSpec): Promise<TrashedSite[]>
  /** Puts the data back for a site that has none. @throws HostingFault */
  bringBack(site: SitePlace, name: string): Promise<void>
  /** The data come back only for a project of the same id. */
  readonly keepsIds?: boolean
}

export interface TrashedSite {
  /** Identifies it within its trash. */
  name: string
  /** Id that the project had. */
  id: string
  /** UTC, milliseconds. */
  removedAt: number
  until: number
  /** Of the store and the files. */
  bytes: number
  /** The record as HQ kept it; undefined for a project that an older version deleted. */
  record: string | undefined
}

/** Copies of sites' data over the network (reference: hosting, Copies over the network). */
export interface SiteCopies {
  /**
   * Has a site copy its data, whether it runs or not. The caller keeps others from starting and stopping it until then,
   * and while the copy is released.
   * @throws HostingFault
   */
  open(site: SitePlace): Promise<OpenCopy>
  /** Ends what an HQ that ended left of a copy of a site that does not run. @throws HostingFault */
  settle(site: SitePlace): Promise<void>
}

/** A copy that stays where it was made until `release`. */
export interface OpenCopy extends Omit<Extract<CopyState, { state: 'ready' }>, 'state'> {
  /**
   * Reads a part into the file `target`, whole or not at all.
   * @throws HostingFault; the system's error, ENOENT once the copy is over because the site was started or ended
   */
  fetch(path: string, target: string, signal: AbortSignal): Promise<void>
  release(): Promise<void>
}

/** Other data for a site that does not run, built beside its own (reference: hosting, Replacing data). */
export interface Replacement {
  /** Whether the site has data that can be copied. */
  isThere(site: SitePlace): Promise<boolean>
  /**
   * The address of the database on a server that has its records; undefined where its folder has them. Absent where only
   * the site itself can tell.
   */
  databaseOf?(site: SitePlace): string | undefined
  /** An empty folder for the new data; what an earlier attempt left there is gone. @throws HostingFault */
  begin(site: SitePlace): Promise<string>
  /**
   * Puts the folder, which is filled by now, in the place of the site's own, which goes to the trash. The site's
   * configuration and logs stay, but for the database: the site goes on in the one that was made for the folder.
   * @throws HostingFault
   */
  replace(site: SitePlace, mark: RestoredMark): Promise<void>
  /** After a kill: finishes a change of places that was under way, or removes what was being built. @throws HostingFault */
  settle(site: SitePlace): Promise<'finished' | 'taken back' | 'nothing'>
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
  /** Byte offsets of the range that `lines` cover. */
  start: number
  end: number
}

/**
 * `count` is the maximum number of lines; `before` and `after` are the byte offset at which the page ends or begins.
 */
export interface LogPageQuery {
  count: number
  before?: number | undefined
  after?: number | undefined
}

export interface LogHit {
  /** Path of the file, as the listing has it. */
  file: string
  /** Byte at which the line starts. */
  offset: number
  line: string
  /** ISO text of the time that the line or the line above it states; blank where none does. */
  at: string
}

export interface LogSearch {
  text?: string | undefined
  level?: string | undefined
  file?: string | undefined
  /** The time frame; ISO text in UTC, with milliseconds. */
  from?: string | undefined
  to?: string | undefined
  limit: number
}

/** Reads log files piece by piece, never a whole one; `undefined` means that the listing doesn't have the file. */
export interface LogReader {
  list(): Promise<LogFile[]>
  lines(file: string, page: LogPageQuery): Promise<LogPage | undefined>
  search(search: LogSearch): Promise<{ hits: LogHit[]; complete: boolean } | undefined>
}

/** `ended`: retry may help. `port`: retry with another port. `away`: retry once the server can be reached again. */
export type FaultKind = 'ended' | 'port' | 'away' | 'other'

/** The reason why a site can't be run, in a sentence for the user who asked for it. */
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
