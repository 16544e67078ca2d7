import { setSilently } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'

/**
 * Stores how far a mailbox was read, and which mail is being read, so that the next process can recognise a mail that
 * crashed the former one.
 */
export class Progress {
  readonly #site: Site
  readonly #account: string
  /** The mail that was begun last, and the number of times without an end. */
  #begun: { uid: number; times: number }
  /** The mails up to this uid are done. */
  readonly last: number

  private constructor(site: Site, account: string, last: number, begun: { uid: number; times: number }) {
    this.#site = site
    this.#account = account
    this.#begun = begun
    this.last = last
  }

  /** `mailbox` identifies the mailbox of the account; a different one than before starts at its beginning. */
  static async of(site: Site, account: string, mailbox: string): Promise<Progress> {
    const { engine } = site
    const value = async (key: string) =>
      (await engine.store.get<{ value: string }>(engine.system.getSite.with([key])))?.value ?? ''
    const [key, known] = [`mailbox ${account}`, await value(`mailbox ${account}`)]
    const row = await engine.rows(engine.models.require('Email Account')).byId(engine.store, account)
    const last = Number(row?.last_uid ?? 0)
    if (known === mailbox) {
      const [uid = 0, times = 0] = (await value(`reading ${account}`)).split(' ').map(Number)
      return new Progress(site, account, last, { uid, times })
    }
    await engine.store.write(async (tx) => {
      await tx.run(engine.system.setSite.with([key, mailbox]))
      if (known) await setSilently(engine, tx, 'Email Account', account, { last_uid: 0 })
    })
    return new Progress(site, account, known ? 0 : last, { uid: 0, times: 0 })
  }

  /** Notes that the mail is begun; resolves to the number of times that it was begun before. */
  begin(uid: number): Promise<number> {
    return this.#note({}, uid)
  }

  /**
   * Notes that the mail is done and the next one begun; resolves to the number of times that the next was begun before.
   */
  end(uid: number, next?: number): Promise<number> {
    return this.#note({ last_uid: uid }, next)
  }

  /** Undoes the last beginning, because the fault was not the mail's. */
  async undo(): Promise<void> {
    const { engine } = this.#site
    const before = { ...this.#begun, times: this.#begun.times - 1 }
    await engine.store.write((tx) => tx.run(engine.system.setSite.with(this.#row(before))))
    this.#begun = before
  }

  async #note(change: { last_uid?: number }, next?: number): Promise<number> {
    const { engine } = this.#site
    const before = next === this.#begun.uid ? this.#begun.times : 0
    const begun = { uid: next ?? 0, times: next === undefined ? 0 : before + 1 }
    await engine.store.write(async (tx) => {
      if (change.last_uid !== undefined) await setSilently(engine, tx, 'Email Account', this.#account, change)
      await tx.run(engine.system.setSite.with(this.#row(begun)))
    })
    this.#begun = begun
    return before
  }

  #row({ uid, times }: { uid: number; times: number }): [string, string] {
    return [`reading ${this.#account}`, `${uid} ${times}`]
  }
}
