import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'

/** Stores password hashes in a table that no record, list or export reaches. */
export class Credentials {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  async hashOf(reader: Reader, user: string): Promise<string | undefined> {
    const statement = sql<{ hash: string }>`select hash from credential where ${sql.id('user')} = ${user}`
    return (await reader.get(statement))?.hash
  }

  /** Sets the hash and voids all mailed keys of the user (reference: sign-in, Passwords). */
  async setIn(tx: Tx, user: string, hash: string): Promise<void> {
    const changed = this.#site.engine.clock.nowUtc()
    await tx.run(
      sql`insert into credential (${sql.id('user')}, hash, changed) values (${user}, ${hash}, ${changed}) on conflict (${sql.id('user')}) do update set hash = excluded.hash, changed = excluded.changed`,
    )
    await this.#voidKeys(tx, user)
  }

  async forgetIn(tx: Tx, user: string): Promise<void> {
    await tx.run(sql`delete from credential where ${sql.id('user')} = ${user}`)
    await this.#voidKeys(tx, user)
  }

  async #voidKeys(tx: Tx, user: string): Promise<void> {
    await tx.run(sql`delete from reset_key where ${sql.id('user')} = ${user}`)
  }
}
