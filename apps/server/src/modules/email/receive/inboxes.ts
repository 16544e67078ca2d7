import { setTimeout as delay } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { type Engine, find, type StoredRow, setSilently } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { noteAccount } from '../note-account.ts'
import { sentenceOf } from '../send/mail-faults.ts'
import { fetchNew } from './fetch-new.ts'
import { closeMailbox, openMailbox, timing, whileAnswering } from './mailbox.ts'

/** Fields that a connection depends on: a change needs a new connection. */
const connectionSettings = [
  'email_server',
  'incoming_port',
  'use_ssl',
  'allow_unencrypted',
  'imap_folder',
  'auth_method',
  'connected_app',
  'connected_user',
  'login_id',
  'email_id',
] as const

/** Lets no account fetch mail, in a copy of a project that may fetch it from the same mailboxes. */
export async function leaveMailboxes(engine: Engine): Promise<void> {
  const ids = (await find(engine, 'Email Account', { where: { enable_incoming: 1 } })).map(({ id }) => id)
  await engine.store.write((tx) => setSilently(engine, tx, 'Email Account', ids, { enable_incoming: 0 }))
}

/** Keeps a connection to the mailbox of every account that fetches mail, and reconnects after a fault. */
export class Inboxes {
  readonly #site: Site
  readonly #open = new Map<string, { version: string; inbox: Inbox }>()
  #stopListening = () => {}
  #isClosed = false

  constructor(site: Site) {
    this.#site = site
  }

  async start(): Promise<void> {
    this.#stopListening = this.#site.engine.listen(({ entity }) => {
      if (entity === 'Email Account') this.#site.inBackground(this.#follow())
    })
    await this.#follow()
  }

  async stop(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    await Promise.all([...this.#open.values()].map(({ inbox }) => inbox.stop()))
  }

  /** Opens mailboxes of new accounts, closes those of removed ones, and reopens those with changed settings. */
  async #follow(): Promise<void> {
    const accounts = await accountsWithMailbox(this.#site)
    if (this.#isClosed) return
    const versions = new Map(accounts.map((account) => [String(account.id), versionOf(account)]))
    for (const [id, { version, inbox }] of this.#open) {
      if (versions.get(id) === version) continue
      this.#open.delete(id)
      this.#site.inBackground(inbox.stop())
    }
    for (const account of accounts) {
      const id = String(account.id)
      if (this.#open.has(id)) continue
      this.#open.set(id, { version: versionOf(account), inbox: new Inbox(this.#site, id) })
    }
  }
}

/** Reads one mailbox whenever its server reports new mail, and once a minute. */
class Inbox {
  readonly #site: Site
  readonly #id: string
  readonly #end = new AbortController()
  readonly #done: Promise<void>

  constructor(site: Site, id: string) {
    this.#site = site
    this.#id = id
    this.#done = this.#run()
  }

  stop(): Promise<void> {
    this.#end.abort()
    return this.#done
  }

  async #run(): Promise<void> {
    let pause = timing.pause
    while (!this.#end.signal.aborted) {
      try {
        await this.#readUntilClosed()
        pause = timing.pause
      } catch (error) {
        const account = await readAccount(this.#site, this.#id).catch(() => undefined)
        if (!account || this.#end.signal.aborted) return
        await noteAccount(this.#site, account, 'Error', sentenceOf(error, String(account.email_server))).catch(
          (fault: unknown) => this.#site.logs.error.error({ err: fault }, 'mailbox'),
        )
      }
      await this.#wait(pause)
      pause = Math.min(2 * pause, timing.maxPause)
    }
  }

  /** Reads until the connection ends or breaks. */
  async #readUntilClosed(): Promise<void> {
    const account = await readAccount(this.#site, this.#id)
    if (!account) return
    const client = await openMailbox(this.#site, account)
    let tell = () => {}
    const isOver = new Promise<void>((resolve) => client.once('close', resolve))
    client.on('exists', () => tell())
    try {
      await noteAccount(this.#site, account, 'Connected', null)
      while (client.usable && !this.#end.signal.aborted) {
        const news = new Promise<void>((resolve) => {
          tell = resolve
        })
        await pullOnce(this.#site, account, client, this.#end.signal)
        await Promise.race([news, isOver, this.#wait(timing.poll)])
      }
    } finally {
      await closeMailbox(client)
    }
  }

  #wait(time: number): Promise<void> {
    return delay(time, undefined, { signal: this.#end.signal }).catch(() => undefined)
  }
}

const pulls = new WeakMap<Site, Map<string, Promise<unknown>>>()

/** Fetches new mail of one mailbox, one fetch at a time. */
export async function pullOnce(
  site: Site,
  account: StoredRow,
  client: ImapFlow,
  signal?: AbortSignal,
): Promise<number> {
  const ofSite = pulls.get(site) ?? new Map<string, Promise<unknown>>()
  pulls.set(site, ofSite)
  const id = String(account.id)
  const before = ofSite.get(id) ?? Promise.resolve()
  const pull = before
    .catch(() => undefined)
    .then(() => whileAnswering(client, () => fetchNew(site, account, client, signal)))
  ofSite.set(id, pull)
  return pull
}

export async function readAccount({ engine }: Site, id: string): Promise<StoredRow | undefined> {
  return engine.rows(engine.models.require('Email Account')).byId(engine.store, id)
}

async function accountsWithMailbox(site: Site): Promise<StoredRow[]> {
  const { engine } = site
  const where = { enable_incoming: 1, email_server: { not: null } }
  const rows = await find(engine, 'Email Account', { where, order: 'made' })
  const accounts = await Promise.all(rows.map(({ id }) => readAccount(site, id)))
  return accounts.filter((account) => account !== undefined)
}

const versionOf = (account: StoredRow) =>
  JSON.stringify([...connectionSettings, 'password'].map((name) => account[name]))
