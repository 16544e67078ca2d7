import { limits, type Message } from '@tavla/contract'
import { isCommon } from './common-passwords.ts'

/** Whose password it is to be, and where: their own words are the first that somebody tries. */
export interface PasswordOwner {
  email: string
  full_name: string
  siteTitle: string | null
}

/** Why a password may not be chosen (reference: sign-in, Passwords); undefined when it may. */
export function passwordFault(password: string, minLength: number, owner: PasswordOwner): Message | undefined {
  if ([...password].length < minLength) {
    return { text: 'The password must be at least {0} characters long.', args: [minLength] }
  }
  if (password.length > limits.passwordLength) {
    const args = [{ translate: 'New Password' }, limits.passwordLength]
    return { text: '{0} is too long (maximum {1} characters)', args }
  }
  const plain = password.trim().toLowerCase()
  const guesses = [owner.email, owner.full_name].map((guess) => guess.trim().toLowerCase())
  if (guesses.includes(plain)) return { text: 'Choose a password that is harder to guess.' }
  return isCommon(password) || holdsOwnWords(password, owner) ? { text: 'This password is too common.' } : undefined
}

/** Shorter words stand in good passwords by chance. */
const leastLetters = 4

function holdsOwnWords(password: string, { email, full_name, siteTitle }: PasswordOwner): boolean {
  const letters = lettersOf(password)
  const words = [email.split('@', 1)[0] ?? '', full_name, siteTitle ?? ''].map(lettersOf)
  return words.some((word) => [...word].length >= leastLetters && letters.includes(word))
}

/** Letters and digits alone: `dana.levi` and `Dana Levi` are the same words. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
