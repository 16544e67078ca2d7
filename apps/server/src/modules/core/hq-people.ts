import { loginFailed } from '@tavla/contract'
import { createRecord, sqlOf, systemContext } from '../../entity/index.ts'
import type { HqPerson, Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { userById } from './people.ts'

/** The local user of a user of HQ, made on first use: operators by their address, managers of HQ as Administrator. */
export async function userOfHq(site: Site, person: Omit<HqPerson, 'minted'>, requestId: string): Promise<string> {
  const { engine } = site
  const id = person.role === 'Operator' ? person.id.toLowerCase() : 'Administrator'
  if (await userById(site, id)) return id
  const body = { email: id, full_name: person.name, roles: [{ role: 'System Manager' }], from_hq: 1 }
  await createRecord(engine, systemContext(engine, requestId), 'User', body)
  return id
}

/**
 * Refuses a token that was made before HQ ended the user's sessions. Runs in the transaction that creates the session,
 * so that no session slips in beside the end.
 * @throws Problem 401
 */
export async function refuseEndedIn(tx: Tx, person: HqPerson): Promise<void> {
  if (person.minted < (await lockEnd(tx, person.id))) throw loginFailed()
}

/** True if HQ ended the user's sessions after the token was made. */
export async function hasEnded(reader: Reader, person: HqPerson): Promise<boolean> {
  return person.minted < (await readEnd(reader, person.id))
}

/** Makes tokens of a user of HQ that were made before `before` invalid. UTC, milliseconds. */
export async function noteEndIn(tx: Tx, user: string, before: number): Promise<void> {
  if (before <= (await lockEnd(tx, user))) return
  await tx.run(sql`update site set value = ${String(before)} where key = ${endKey(user)}`)
}

/** Ids of active sessions that a user of HQ began with a token made before `before`. */
export async function sessionsOfHq(site: Site, reader: Reader, user: string, before: number): Promise<string[]> {
  const { table, field } = sqlOf(site.engine, 'Session')
  const id = user.toLowerCase()
  // Older sessions don't name their user of HQ, so those of Administrator may be anyone's.
  const older = sql`(s.hq_user is null and ${field('via', 't')} = 'HQ Token' and lower(${field('user', 't')}) in (${id}, 'administrator'))`
  const found = sql<{ id: string }>`select t.id from ${table} t
    join session_secret s on s.session = t.id
    where ${field('status', 't')} = 'Active' and ((s.hq_user = ${id} and s.hq_minted < ${before}) or ${older})`
  return (await reader.all(found)).map(({ id: session }) => session)
}

const endKey = (user: string) => `hq sessions ended ${user.toLowerCase()}`

/** Like `readEnd`, and locks the row until this transaction ends. */
async function lockEnd(tx: Tx, user: string): Promise<number> {
  await tx.run(
    sql`insert into site (key, value) values (${endKey(user)}, '0') on conflict (key) do update set value = site.value`,
  )
  return readEnd(tx, user)
}

/** Time from which tokens are valid; 0 without an end. */
async function readEnd(reader: Reader, user: string): Promise<number> {
  const row = await reader.get(sql<{ value: string }>`select value from site where key = ${endKey(user)}`)
  return Number(row?.value ?? 0)
}
