import type { EntityRecord, TranslationEntry } from '@tavla/contract'
import type { Dictionary } from '@tavla/i18n'
import type { Context } from '../entity/index.ts'
import type { Tx } from '../store/store.ts'

/** The values of `GET /api/health`, except `overloaded`, which only http knows. */
export type HealthStatus = 'ok' | 'starting' | 'stopping' | 'database'

/** Whether the site can serve. */
export interface Health {
  /** Resolves within a second, even while the database does not answer. */
  status(): Promise<HealthStatus>
}

/** The dictionary of the site: Translation records override the built-in catalogue (reference: http-api, Translations). */
export interface Translations {
  dictionary(language: string): Promise<Dictionary>
  /**
   * The dictionary as last read, initially the built-in catalogue: for use inside a transaction, and when the store is
   * away.
   */
  dictionaryNow(language: string): Dictionary
  entries(language?: string): Promise<readonly TranslationEntry[]>
  /** JSON text of the answer of `get_translations`, cached until a Translation changes. */
  answer(language?: string): Promise<string>
  /** Creates or corrects the record of (source, language, context) for `submit_translation`. */
  submit(ctx: Context, body: Readonly<Record<string, unknown>>): Promise<EntityRecord>
}

/** Access tokens of connected apps, for calls to a provider in a user's name (reference: http-api, Connected apps). */
export interface Tokens {
  /**
   * An access token that is valid for at least a minute, refreshed if necessary.
   * @throws Problem with a sentence for people: not connected, revoked, or the provider does not answer
   */
  fresh(app: string, user: string): Promise<string>
}

/** The other sites that people of this one sign in to through it: HQ's projects. */
export interface LinkedSites {
  /** Ends a user's sessions on the other sites, in the caller's transaction. Afterwards this site tells each of them until it answers. */
  endSessionsIn(tx: Tx, user: string): Promise<void>
  /** Ends their sessions there, and takes what this site's records allow them there, because the user is deleted. */
  forgetUserIn(ctx: Context, tx: Tx, user: string): Promise<void>
}

/** The outcome of a backup that the command asked for. */
export interface MadeBackup {
  /** Id of the Backup record. */
  backup: string
  status: string
  /** In English. */
  error?: string
}

/** A restore as the command asks for it. */
export interface RestoreWish {
  project: string
  backup: string
  /** Goes on where no safety copy can be made. */
  force: boolean
  /** Needed for a project in production. */
  reason: string
}

/** Makes backups of HQ and its projects, and restores projects from them, for the command. */
export interface BackupMaker {
  /** Ids of the projects that can be backed up, and `_hq` for HQ itself. */
  list(): Promise<string[]>
  /** Takes, stores and proves one. @throws Problem 404, 409 */
  make(project: string): Promise<MadeBackup>
  /**
   * Brings a project back to a backup; resolves once that is over, to the reason for which it stands as before, in
   * English. @throws Problem 404, 409, 417
   */
  restore(wish: RestoreWish): Promise<{ safety: string | null; fault: string | null }>
}

/** A question to the site of a project, for the command. */
export interface ProjectQuestion {
  project: string
  question: 'definitions' | 'reset_password'
  data: unknown
}

/** Asks sites of projects that the command cannot reach by itself: those in a cluster. */
export interface ProjectCalls {
  /** Answers as the control socket of the site does. @throws Problem 404, 409; the site's own refusal */
  ask(question: ProjectQuestion): Promise<unknown>
}

/** The recipients of an answer to a received mail. */
export interface ReplyRecipients {
  /** By the id of the Communication, only for received mails. */
  to(messages: readonly EntityRecord[]): Promise<ReadonlyMap<string, AnswerAddresses>>
}

/** Each is a list separated by commas. */
export interface AnswerAddresses {
  /** The sender, or the address to which the sender wants answers. */
  to: string
  /** All other recipients, without the site's own addresses. */
  cc: string
}
