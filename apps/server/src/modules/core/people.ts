import { limits, textOf } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import type { StoredRow } from '../../entity/index.ts'
import type { MailedUser, Site } from '../../site.ts'
import type { Reader } from '../../store/store.ts'

/** Finds a user by id, which is the email in lower case; Administrator also by its email. */
export async function userByName(site: Site, name: string): Promise<StoredRow | undefined> {
  const plain = name.toLowerCase()
  if (plain === '' || name.length > limits.dataLength) return undefined
  if (plain === 'administrator') return userById(site, 'Administrator')
  const user = await userById(site, plain)
  if (user) return user
  const administrator = await userById(site, 'Administrator')
  return administrator?.email === plain ? administrator : undefined
}

export function userById({ engine }: Site, id: string, reader: Reader = engine.store): Promise<StoredRow | undefined> {
  return engine.rows(engine.models.require('User')).byId(reader, id)
}

/** True if this user signs in through HQ and has no password here. */
export const isOfHq = (user: Readonly<Record<string, unknown>>) => user.from_hq === 1

export const signInThroughHq = { text: 'People of HQ sign in through HQ.' }

/** The name under which failures count: one for each user, however they were addressed, and for unknown names too. */
export function accountOf(user: StoredRow | undefined, name: string): string {
  return (user ? String(user.id) : name.slice(0, limits.dataLength)).toLowerCase()
}

/** The data for a mail to a user, from their stored record: never an address that a caller sent. */
export function mailedUser(row: Readonly<Record<string, unknown>>): MailedUser {
  return {
    id: textOf(row.id),
    email: textOf(row.email),
    full_name: textOf(row.full_name),
    language: row.language === 'he' ? 'he' : 'en',
  }
}

/** False for addresses below the reserved name `invalid`, to which no mail is sent. */
export const isReachable = (email: string) => isEmailAddress(email) && !email.endsWith('.invalid')
