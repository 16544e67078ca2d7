import { limits, type Message } from '@tavla/contract'

/** Why a password may not be chosen (contract 3.4); undefined when it may. */
export function passwordFault(
  password: string,
  minLength: number,
  person: { email: string; full_name: string },
): Message | undefined {
  if ([...password].length < minLength) {
    return { text: 'The password must be at least {0} characters long.', args: [minLength] }
  }
  if (password.length > limits.passwordLength) {
    const args = [{ translate: 'New Password' }, limits.passwordLength]
    return { text: '{0} is too long (maximum {1} characters)', args }
  }
  const plain = password.trim().toLowerCase()
  const guesses = [person.email, person.full_name].map((guess) => guess.trim().toLowerCase())
  return guesses.includes(plain) ? { text: 'Choose a password that is harder to guess.' } : undefined
}
