import { type Argon2Parameters, argon2, argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** argon2id as OWASP recommends it (19 MiB, two passes): stronger than scrypt (N 32768) at a quarter of its time. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return phc(nonce, await derive('argon2id', parameters(password, nonce, current)))
}

/** Synchronous `hashPassword` for use in a transaction, which may wait only for the database. Takes about 20 ms. */
export function hashPasswordNow(password: string): string {
  const nonce = randomBytes(16)
  return phc(nonce, argon2Sync('argon2id', parameters(password, nonce, current)))
}

export interface PasswordCheck {
  isRight: boolean
  /** The hash has outdated parameters and should be renewed. */
  isOld: boolean
}

/**
 * Compares in constant time. Without a hash it takes as long and returns false, so that nobody learns which accounts
 * exist.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<PasswordCheck> {
  const known = hash === undefined ? undefined : parse(hash)
  const { nonce, tag, cost } = known ?? dummy
  const derived = await derive('argon2id', { ...parameters(password, nonce, cost), tagLength: tag.length })
  const isRight = timingSafeEqual(derived, tag) && known !== undefined
  const isOld =
    cost.memory !== current.memory || cost.passes !== current.passes || cost.parallelism !== current.parallelism
  return { isRight, isOld }
}

/** Synchronous `verifyPassword` for use in a transaction. Takes about 20 ms. */
export function verifyPasswordNow(password: string, hash: string | undefined): boolean {
  const known = hash === undefined ? undefined : parse(hash)
  const { nonce, tag, cost } = known ?? dummy
  const derived = argon2Sync('argon2id', { ...parameters(password, nonce, cost), tagLength: tag.length })
  return timingSafeEqual(derived, tag) && known !== undefined
}

interface ParsedHash {
  nonce: Buffer
  tag: Buffer
  cost: typeof current
}

const dummy: ParsedHash = { nonce: randomBytes(16), tag: randomBytes(tagLength), cost: current }

/** Normalises the text, because keyboards compose letters differently. */
function parameters(password: string, nonce: Buffer, cost: typeof current): Argon2Parameters {
  return { message: password.normalize('NFC'), nonce, tagLength, ...cost }
}

function phc(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

function parse(hash: string): ParsedHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!match) return undefined
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number)
  const [nonce = '', tag = ''] = match.slice(4)
  return {
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    cost: { memory, passes, parallelism },
  }
}

/** PHC omits the padding. */
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
