import type { FastifyPluginAsync } from 'fastify'
import type { RestoredMark } from './config/restored-mark.ts'
import type { SiteConfig } from './config/site-config.ts'
import type { Context, Engine, EngineModule } from './entity/index.ts'
import type { Logs } from './ground/logs.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Exports } from './site/exports.ts'
import type { Files } from './site/files.ts'
import type { Jobs } from './site/jobs.ts'
import type { Notifications } from './site/notifications.ts'
import type { Accounts, Session, Sessions } from './site/people.ts'
import type { Security } from './site/security.ts'
import type {
  BackupMaker,
  Health,
  LinkedSites,
  ProjectCalls,
  ReplyRecipients,
  Tokens,
  Translations,
} from './site/services.ts'
import type { PinnedViews } from './site/workplace.ts'
import type { DataCheck } from './store/data-check.ts'
import type { DiskReserve } from './store/disk-reserve.ts'
import type { Store } from './store/store.ts'

export type * from './site/exports.ts'
export type * from './site/files.ts'
export type * from './site/jobs.ts'
export type * from './site/notifications.ts'
export type * from './site/people.ts'
export type * from './site/security.ts'
export type * from './site/services.ts'
export type * from './site/workplace.ts'

/**
 * The parts of a site that http, live and the modules use of each other, so that none of them imports another; app.ts
 * sets them. `engine` and the parts that need it exist from a module's `start` on, not while the module is being
 * created.
 */
export interface Site {
  readonly config: SiteConfig
  readonly logs: Logs
  readonly store: Store
  readonly engine: Engine
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly translations: Translations
  readonly files: Files
  readonly tokens: Tokens
  readonly answers: ReplyRecipients
  readonly jobs: Jobs
  readonly notifications: Notifications
  readonly exports: Exports
  readonly pinned: PinnedViews
  /** Exists on a site whose people sign in to other sites through it. */
  readonly linkedSites?: LinkedSites | undefined
  /** Exists on HQ. */
  readonly backupMaker?: BackupMaker | undefined
  readonly projectCalls?: ProjectCalls | undefined
  readonly security: Security
  /** The disk of the data folder. */
  readonly disk: DiskReserve
  readonly state: 'starting' | 'running' | 'stopping'
  readonly health: Health
  /** The check of the records after a process was cut off. */
  readonly check: Pick<DataCheck, 'outcome'>
  /** Origins other than the site's own that its pages may call and show images of (HQ: the staging servers). */
  readonly pageOrigins: Set<string>
  /** Runs work that no caller awaits: its failure is logged, and a stopping site lets it finish. */
  inBackground(work: Promise<unknown>): void
  /** The same after a pause in milliseconds, which a stopping site cuts short. */
  inBackgroundAfter(pause: number, work: () => Promise<unknown>): void
}

/** A module of the site: its part of the engine, and its additions to http and to the site's life. */
export interface SiteModule extends EngineModule {
  /** Parts of the site that this module provides to the others; they are usable from its `start` on, and in seeds. */
  provides?: Partial<
    Pick<
      Site,
      | 'sessions'
      | 'accounts'
      | 'security'
      | 'translations'
      | 'files'
      | 'tokens'
      | 'answers'
      | 'jobs'
      | 'notifications'
      | 'exports'
      | 'pinned'
      | 'linkedSites'
      | 'backupMaker'
      | 'projectCalls'
    >
  >
  /** Registered under `/`, so paths are complete, e.g. `/api/hooks/email/:id`. `app.site` and `request.ctx` are set. */
  routes?: FastifyPluginAsync
  /** Creates what the app `sample` adds to this module; runs before that app's own seeds. */
  seedSample?(engine: Engine, ctx: Context): Promise<void>
  /**
   * Runs before the first `start` on records of a backup: what the module does by itself may have been done since. It may
   * run again.
   */
  restored?(mark: RestoredMark): Promise<void>
  /** Runs when the engine is open and the seeds are stored, before the site listens. */
  start?(): Promise<void> | void
  /** Runs once the site listens and its public address is known. */
  listening?(): void
  /** Runs as soon as the site begins to stop, while the last calls are answered; `stop` waits for it. */
  leave?(): Promise<void>
  /** Runs when the site stops, before the store closes. */
  stop?(): Promise<void> | void
  /** Runs after every module has stopped and all background work is done; the store is still open. */
  end?(): Promise<void>
}

/** `modules/<name>/module.ts` has one as its default export; app/modules.ts finds it by its folder. */
export type MakeModule = (site: Site) => SiteModule

declare module 'fastify' {
  interface FastifyInstance {
    site: Site
  }
  interface FastifyRequest {
    /** User and language of the call; the guest's until the session is known. */
    ctx: Context
    session: Session | null
    /** The cookie goes out again with the answer, since the session's expiry moved. */
    isCookieDue: boolean
    /** `performance.now()` when the call arrived. */
    arrived: number
  }
  interface FastifyContextConfig {
    /** Guests may call it. */
    guest?: boolean
    /** The call proves itself in another way, so it has no origin check (reference: sign-in, Origins). */
    ownProof?: boolean
    /** The origin check applies although the method is safe (GET logout). */
    checkOrigin?: boolean
    /** The cookie is not read, so that the route answers while the store is away. */
    anonymous?: boolean
    /** The general rate limit counts only refusals (4xx) of this route, or no calls of it. */
    limit?: 'refusals' | 'none'
    /** Whether the call needs more than the site can do now; evaluated before anything else about the call is known. */
    tooBusy?: (params: Record<string, string>) => boolean
    /** It sends every caller the same long text, so that caching the compressed form is worthwhile. */
    repeated?: boolean
    /**
     * Answers a repeated call from the records as they now stand; `kept` is what the first call left (reference:
     * http-api, Repeated calls).
     */
    answerAgain?: (request: FastifyRequest, kept: unknown) => unknown
  }
}
