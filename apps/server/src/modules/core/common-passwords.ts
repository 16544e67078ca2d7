import { readFileSync } from 'node:fs'

/** Rows of keys and alphabets that fingers or tongues run along, each in one direction. */
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

/** Each row again and again, in both directions. As long as a row, three times, any run that begins in it lies within. */
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row.repeat(3))

let known: ReadonlySet<string> | undefined

/** Whether a password stands in the list of the commonest, repeats one character, or runs along keys or an alphabet. */
export function isCommon(password: string): boolean {
  const plain = password.trim().normalize('NFC').toLowerCase()
  return readList().has(plain) || new Set(plain).size === 1 || runs.some((run) => run.includes(plain))
}

/** The list, read when it is first needed: most starts of a site never do. */
function readList(): ReadonlySet<string> {
  if (known) return known
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  known = new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
  return known
}
