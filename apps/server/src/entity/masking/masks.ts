import { createHmac, hash } from 'node:crypto'
import { isEmailAddress, isPhoneNumber, isWebAddress } from '@tavla/fields/server'
import { replaceInAddress, replaceLetters, replaceVisible } from './letters.ts'
import { nameLike } from './names.ts'

/** Texts up to this length get a mask that no other text has; longer ones do so by chance. */
const rememberedLength = 140
const attempts = 30

/**
 * Replaces values by others of their kind, the same value by the same one. Its key and its memory end with
 * it, so that nobody finds the way back (reference: hosting, Masks).
 */
export class Masks {
  readonly #key: Buffer
  readonly #texts = new Map<string, string>()
  readonly #used = new Set<string>()
  readonly #days = new Map<string, string>()
  readonly #usedDays = new Set<string>()

  /** `key`: 32 random bytes that nothing keeps. */
  constructor(key: Buffer) {
    this.#key = key
  }

  /** The mask of a text; names are masked by names, once all `isName` fields came first. */
  text(value: string, isName: boolean): string {
    if (value.trim() === '') return value
    const isKnown = value.length <= rememberedLength
    const known = isKnown ? this.#texts.get(value) : undefined
    if (known !== undefined) return known
    const mask = isKnown ? this.#distinct(value, isName) : masked(value, isName, this.#rolls(value, 0))
    if (isKnown) this.#texts.set(value, mask)
    return mask
  }

  /** True for a text that has a mask. */
  hasMask(value: string): boolean {
    return this.#texts.has(value)
  }

  /** Another day of the year, and for a moment another time of the day. */
  moment(value: string): string {
    const day = value.slice(0, 10)
    const roll = this.#rolls(value, 0)
    const moved = this.#day(day, roll)
    const time = value.slice(10).replace(/\d\d:\d\d:\d\d/, () => timeOf(roll()))
    return moved + time
  }

  #day(day: string, roll: () => number): string {
    const known = this.#days.get(day)
    if (known !== undefined) return known
    const year = Number(day.slice(0, 4))
    const first = Date.UTC(year, 0, 1)
    const days = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1 ? 366 : 365
    const at = roll() % days
    let mask = day
    for (let step = 0; step < days; step++) {
      mask = new Date(first + ((at + step) % days) * 86_400_000).toISOString().slice(0, 10)
      if (mask !== day && !this.#usedDays.has(mask)) break
    }
    this.#days.set(day, mask)
    this.#usedDays.add(mask)
    return mask
  }

  /** A mask that no other value has, whatever the case of its letters. */
  #distinct(value: string, isName: boolean): string {
    let mask = value
    for (let attempt = 0; attempt < attempts; attempt++) {
      mask = masked(value, isName, this.#rolls(value, attempt))
      if (this.#take(value, mask)) return mask
    }
    // Too few letters, or too few names in the lists: it gets longer.
    for (let number = 2; ; number++) {
      const longer = isEmailOrPhone(value) ? `${mask}${number}` : `${mask} ${number}`
      if (this.#take(value, longer)) return longer
    }
  }

  #take(value: string, mask: string): boolean {
    const key = mask.toLowerCase()
    if (mask === value || this.#used.has(key)) return false
    this.#used.add(key)
    return true
  }

  /** Numbers that follow from the value and the key. */
  #rolls(value: string, attempt: number): () => number {
    const seed = createHmac('sha256', this.#key).update(`${attempt} ${value}`).digest()
    let [bytes, at, block] = [seed, 0, 0]
    return () => {
      if (at + 4 > bytes.length) {
        bytes = hash('sha256', Buffer.concat([seed, Buffer.from(String(++block))]), 'buffer')
        at = 0
      }
      at += 4
      return bytes.readUInt32BE(at - 4)
    }
  }
}

const isEmailOrPhone = (value: string) => isEmailAddress(value) || isPhoneNumber(value)

function masked(value: string, isName: boolean, roll: () => number): string {
  if (isEmailAddress(value)) return `p${digits(10, roll)}@masked.invalid`
  if (isPhoneNumber(value)) return maskedPhone(value, roll)
  if (isWebAddress(value)) return replaceInAddress(value, roll)
  const name = isName ? nameLike(value, roll) : undefined
  return name ?? (/<[a-z/]/i.test(value) ? replaceVisible(value, roll) : replaceLetters(value, roll))
}

/** Digits of equal length that begin with 000; what stands between them stays. */
function maskedPhone(value: string, roll: () => number): string {
  let count = 0
  return value.replace(/\d/g, () => (count++ < 3 ? '0' : String(roll() % 10)))
}

const digits = (count: number, roll: () => number) =>
  Array.from({ length: count }, () => (roll() % 36).toString(36)).join('')

function timeOf(number: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(number % 24)}:${two((number >>> 8) % 60)}:${two((number >>> 16) % 60)}`
}
