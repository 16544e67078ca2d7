import { readFileSync } from 'node:fs'

/** Rows of keyboards and alphabets, each in one direction. */
const rows = [
  '01234567890',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'אבגדהוזחטיךכלםמןנסעףפץצקרשת',
  'קראטוןםפ',
  'שדגכעיחלךף',
  'זסבהנמצתץ',
]

/** Each row three times over, in both directions, so that any run up to twice the length of the row is found. */
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row.repeat(3))

let known: ReadonlySet<string> | undefined

/** True if a password is in the list of common ones, repeats one character, or runs along a keyboard or an alphabet. */
export function isCommon(password: string): boolean {
  const plain = password.trim().normalize('NFC').toLowerCase()
  return readList().has(plain) || new Set(plain).size === 1 || runs.some((run) => run.includes(plain))
}

/** Reads the list on first use, which most starts never need. */
function readList(): ReadonlySet<string> {
  if (known) return known
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  known = new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
  return known
}
