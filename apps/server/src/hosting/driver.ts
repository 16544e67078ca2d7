import type { Message } from '@tavla/contract'

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
}

/** A machine or cluster that takes projects: the part of a Server record that its driver reads. */
export interface ServerSpec {
  id: string
  bindAddress: string
  portRange: { start: number; end: number }
  dataRoot: string
}

/** A site that serves, and whose end is noticed. */
export interface StartedSite {
  version: string
  /** UTC, milliseconds. */
  startedAt: number
  /** Resolves when its process is gone. */
  readonly ended: Promise<void>
  /** Watches it no longer; it runs on. */
  letGo(): void
  /** @throws Error when it doesn't answer within five seconds */
  health(): Promise<SiteHealth>
  /** @throws Error when it doesn't answer */
  info(): Promise<SiteInfo>
  /** Replaces the origins that may call it with credentials, without a restart. */
  allowOrigins(origins: readonly string[]): Promise<void>
}

export interface SiteHealth {
  ok: boolean
  latencyMs: number
}

/** Answer of `GET /api/internal/info` (contract 6.5). */
export interface SiteInfo {
  site: string
  version: string
  /** Seconds. */
  uptime: number
  counts: Record<'users' | 'entities' | 'records' | 'files' | 'open_communications' | 'queued_emails', number>
}

export interface DiskUsage {
  store_bytes: number
  files_bytes: number
  logs_bytes: number
}

/** What a person is told while a site is being made ready. */
export type Report = (step: Message) => Promise<void>

/** How the sites of one kind of server are run (design: one driver interface). Every step can be repeated. */
export interface HostingDriver {
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
  /** Takes over a site that runs already. */
  adopt(site: SiteSpec): Promise<StartedSite | undefined>
  /** Lets it finish for `patience` milliseconds, then ends it. Resolves once it is gone. */
  stop(site: Pick<SiteSpec, 'dir' | 'instanceSecret'>, patience: number): Promise<void>
  /** Moves its data to the trash; nothing happens when there is none. @throws HostingFault */
  remove(site: Pick<SiteSpec, 'id' | 'dir'>): void
  /** Ends what has lain in the trash for longer than seven days. */
  purge(server: ServerSpec): Promise<void>
  logs(site: Pick<SiteSpec, 'dir'>): LogReader
  disk(site: Pick<SiteSpec, 'dir'>): Promise<DiskUsage>
  /** @throws HostingFault with what is wrong with the server */
  check(server: ServerSpec, taken: ReadonlySet<number>): Promise<void>
  /** From now on nothing is started. */
  close(): void
}

/** A file of a site's `logs` folder (contract 6.5). */
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

export interface LogHit {
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
  lines(
    file: string,
    page: { count: number; before?: number | undefined; after?: number | undefined },
  ): Promise<LogPage | undefined>
  search(search: LogSearch): Promise<{ hits: LogHit[]; complete: boolean } | undefined>
}

/** Why a site can't be run, in a sentence for the person who asked for it. */
export class HostingFault extends Error {
  override name = 'HostingFault'
  readonly detail: Message
  readonly kind: 'ended' | 'port' | 'other'

  constructor(detail: Message, kind: 'ended' | 'port' | 'other' = 'other', cause?: unknown) {
    super(detail.text, cause === undefined ? undefined : { cause })
    this.detail = detail
    this.kind = kind
  }
}
