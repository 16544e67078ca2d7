import { hash, randomBytes } from 'node:crypto'
import { addMillis } from '../../ground/utc-text.ts'
import type { KeyKind, Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'

const minute = 60_000
/** Days for which an invitation is valid. */
export const invitationDays = 7

/**
 * Makes a key with which a user sets a password; stores only its SHA-256. Former keys stay valid, because a stranger's
 * reset request must not void the owner's key.
 */
export async function makeKeyIn({ engine }: Site, tx: Tx, user: string, kind: KeyKind): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const minutes = kind === 'reset' ? engine.settings.reset_key_minutes : invitationDays * 24 * 60
  const now = engine.clock.nowUtc()
  const expires = addMillis(now, minutes * minute)
  await tx.run(sql`delete from reset_key where expires < ${now}`)
  await tx.run(
    sql`insert into reset_key (hash, ${sql.id('user')}, expires, kind) values (${hashOfKey(key)}, ${user}, ${expires}, ${kind})`,
  )
  return key
}

/** The user of a key; undefined when the key is unknown, used, void or expired. */
export async function findKey({ engine }: Site, reader: Reader, key: string): Promise<string | undefined> {
  const found = sql<{ user: string; expires: string }>`
    select ${sql.id('user')}, expires from reset_key where hash = ${hashOfKey(key)}`
  const row = await reader.get(found)
  return row && row.expires > engine.clock.nowUtc() ? row.user : undefined
}

export const hashOfKey = (key: string) => hash('sha256', key, 'hex')
