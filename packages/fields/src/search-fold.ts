/** Points, accents and cantillation of Hebrew. */
const hebrewMarks = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g

/** Accents over and under letters, once these are decomposed. */
const latinMarks = /[\u0300-\u036f]/g

/** Marks of direction, and what joins letters without a width. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Geresh, gershayim and all that is typed for them. */
const quotes = /(?<=[\u05d0-\u05ea])['"`\u00b4\u05f3\u05f4\u2018-\u201f\u2032\u2033]+/g

/** Hyphens of every script; maqaf is the Hebrew one. */
const hyphens = /[-\u05be\u2010-\u2015\u2212]+/g

/** Nothing in it is folded: most texts are such. The control character stands between the texts of a row. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text that people enter holds it
const plain = /^[ !#-&(-,.-@[-_a-~\n\u001f\u05d0-\u05d9\u05db\u05dc\u05de\u05e0-\u05e2\u05e4\u05e6-\u05ea]*$/

/** All that folding takes off or replaces in a text of one normal form that has no points and no invisible marks. */
const replaced = /(?<=[\u05d0-\u05ea])['"`\u05f3\u05f4]+|-+|[\u05da\u05dd\u05df\u05e3\u05e5]/g
const pointed = /[\u0591-\u05bf\u05c1-\u05c7]/

/** Nothing in it has another normal form but its case. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const simple = /^[\t\n\r\u001f -~\u0591-\u05f4]*$/

const finals: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/**
 * The form of a text in which search compares (reference: metadata, Search): as `fold`, and also without accents, Hebrew
 * points, quote marks after Hebrew letters and marks of direction; final letters as ordinary ones, hyphens as blanks.
 * Idempotent.
 */
export function searchFold(text: string): string {
  if (plain.test(text)) return text
  if (simple.test(text)) {
    const lower = text.toLowerCase()
    // One pass over the text: a search without an index folds those of all rows.
    return pointed.test(lower) ? withoutMarks(lower) : lower.replace(replaced, replacement)
  }
  const letters = text.normalize('NFKC').toLowerCase().normalize('NFKD').replace(latinMarks, '')
  return withoutMarks(letters).normalize('NFC')
}

const replacement = (found: string) => (found[0] === '-' ? ' ' : (finals[found] ?? ''))

const withoutMarks = (text: string) =>
  text
    .replace(hebrewMarks, '')
    .replace(invisible, '')
    .replace(quotes, '')
    .replace(hyphens, ' ')
    .replace(/[ךםןףץ]/g, (letter) => finals[letter] ?? letter)
    .replaceAll('ς', 'σ')

/** Letters that stand before a Hebrew word as one: and, the, in, as, to, from, that. */
const prefixLetters = 'והבכלמש'

/** A typed word needs this many letters before one is taken off, and this many stay. */
const minWord = 4
const minStem = 3

/**
 * Other readings of a folded text, to be tried after it, the likelier first: without the one or two letters that stand
 * before a Hebrew word (`ולשלומ` → `לשלומ`, `שלומ`).
 */
export function withoutPrefixes(folded: string): string[] {
  const words = folded.split(' ')
  const readings = [1, 2].map((taken) => words.map((word) => stemOf(word, taken)).join(' '))
  return [...new Set(readings)].filter((reading) => reading !== folded)
}

function stemOf(word: string, taken: number): string {
  let stem = word
  for (let i = 0; i < taken; i++) {
    const isPrefixed = prefixLetters.includes(stem[0] ?? '?') && stem.length - 1 >= minStem
    if (word.length < minWord || !isPrefixed || !/^[\u05d0-\u05ea]/.test(stem)) return stem
    stem = stem.slice(1)
  }
  return stem
}

// The same keys on the US layout and on the Israeli one (SI 1452).
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`"
const hebrewKeys = "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.;"

const toHebrew = new Map(Array.from(latinKeys).map((key, at) => [key, hebrewKeys[at] as string]))
const toLatin = new Map(Array.from(hebrewKeys).map((key, at) => [key, latinKeys[at] as string]))

/** The text that the same keys would have typed on the other layout; undefined for a text in neither script or in both. */
export function onOtherLayout(text: string): string | undefined {
  const isHebrew = /[\u05d0-\u05ea]/.test(text)
  const isLatin = /[a-z]/i.test(text)
  if (isHebrew === isLatin) return undefined
  const keys = isHebrew ? toLatin : toHebrew
  return Array.from(text.toLowerCase(), (key) => keys.get(key) ?? key).join('')
}
