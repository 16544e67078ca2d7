import { loginFailed } from '@tavla/contract'
import { createRecord, sqlOf, systemContext } from '../../entity/index.ts'
import type { HqPerson, Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { userById } from './people.ts'

/** The user that a person of HQ is here, made on first use: an operator by their address, who runs HQ as Administrator. */
export async function userOfHq(site: Site, person: HqPerson, requestId: string): Promise<string> {
  const { engine } = site
  const id = person.role === 'Operator' ? person.id.toLowerCase() : 'Administrator'
  if (await userById(site, id)) return id
  const body = { email: id, full_name: person.name, roles: [{ role: 'System Manager' }], from_hq: 1 }
  await createRecord(engine, systemContext(engine, requestId), 'User', body)
  return id
}

/**
 * Refuses a token that was made before HQ ended the person's sessions, in the transaction that is to begin one: none can
 * slip in beside the end.
 * @throws Problem 401
 */
export async function refuseEndedIn(tx: Tx, person: HqPerson): Promise<void> {
  if (person.minted < (await lockEnd(tx, person.id))) throw loginFailed()
}

/** Whether HQ ended the person's sessions after their token was made. */
export async function hasEnded(reader: Reader, person: HqPerson): Promise<boolean> {
  return person.minted < (await readEnd(reader, person.id))
}

/** Refuses every token of a person of HQ that was made before `before`. UTC, milliseconds. */
export async function noteEndIn(tx: Tx, user: string, before: number): Promise<void> {
  if (before <= (await lockEnd(tx, user))) return
  await tx.run(sql`update site set value = ${String(before)} where key = ${endKey(user)}`)
}

/** Ids of living sessions that a person of HQ began with a token that was made before `before`. */
export async function sessionsOfHq(site: Site, reader: Reader, user: string, before: number): Promise<string[]> {
  const { table, field } = sqlOf(site.engine, 'Session')
  const id = user.toLowerCase()
  // Those from before this was noted may be anybody's of HQ where they are Administrator's.
  const older = sql`(s.hq_user is null and ${field('via', 't')} = 'HQ Token' and lower(${field('user', 't')}) in (${id}, 'administrator'))`
  const found = sql<{ id: string }>`select t.id from ${table} t
    join session_secret s on s.session = t.id
    where ${field('status', 't')} = 'Active' and ((s.hq_user = ${id} and s.hq_minted < ${before}) or ${older})`
  return (await reader.all(found)).map(({ id: session }) => session)
}

const endKey = (user: string) => `hq sessions ended ${user.toLowerCase()}`

/** As `readEnd`; whoever else asks or writes waits until this transaction is over. */
async function lockEnd(tx: Tx, user: string): Promise<number> {
  await tx.run(
    sql`insert into site (key, value) values (${endKey(user)}, '0') on conflict (key) do update set value = site.value`,
  )
  return readEnd(tx, user)
}

/** Since when tokens are good; 0 without an end. */
async function readEnd(reader: Reader, user: string): Promise<number> {
  const row = await reader.get(sql<{ value: string }>`select value from site where key = ${endKey(user)}`)
  return Number(row?.value ?? 0)
}
