import { limits, type Message } from '@tavla/contract'
import { isCommon } from './common-passwords.ts'

/** The user of a password and their site, whose names an attacker tries first. */
export interface PasswordOwner {
  email: string
  full_name: string
  siteTitle: string | null
}

/** The rule that a password breaks (reference: sign-in, Passwords); undefined when it breaks none. */
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

/** Shorter words occur in good passwords by chance. */
const minLetters = 4

function holdsOwnWords(password: string, { email, full_name, siteTitle }: PasswordOwner): boolean {
  const letters = lettersOf(password)
  const words = [email.split('@', 1)[0] ?? '', full_name, siteTitle ?? ''].map(lettersOf)
  return words.some((word) => [...word].length >= minLetters && letters.includes(word))
}

/** Only letters and digits, so that `dana.levi` equals `Dana Levi`. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
