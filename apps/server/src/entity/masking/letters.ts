/** Letters of a script, or digits, among which a letter is replaced by another of its kind. */
const groups = new Map<string, readonly string[]>()
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשת'.split('')
const blockSize = 64

/** Replaces each letter by one of its script and case, and each digit by a digit; all else stays. */
export function replaceLetters(text: string, roll: () => number): string {
  return text.replace(/\p{L}|\p{N}/gu, (letter) => {
    const group = groupOf(letter)
    return group[roll() % group.length] ?? letter
  })
}

/** As `replaceLetters` for a text with tags: those stay, without their attributes, and so do entities. */
export const replaceVisible = (text: string, roll: () => number): string =>
  text.replace(/<(\/?[a-z][a-z0-9]*)[^>]*>|&#?\w+;|[^<&]+|[<&]/gi, (part: string, tag: string | undefined) => {
    if (tag !== undefined) return `<${tag}>`
    return part.startsWith('&') ? part : replaceLetters(part, roll)
  })

/** A web address stays one. */
export function replaceInAddress(text: string, roll: () => number): string {
  const scheme = /^[a-z]+:\/\//i.exec(text)?.[0] ?? ''
  return scheme + replaceLetters(text.slice(scheme.length), roll)
}

function groupOf(letter: string): readonly string[] {
  if (/\p{Script=Hebrew}/u.test(letter)) return hebrew
  const code = letter.codePointAt(0) ?? 0
  const kind = kindOf(letter)
  // The Latin letters and digits that everybody types stay among themselves.
  const [from, to] = code < 128 ? [48, 123] : [code - (code % blockSize), code - (code % blockSize) + blockSize]
  const key = `${from} ${kind}`
  const known = groups.get(key)
  if (known) return known
  const found: string[] = []
  for (let at = from; at < to; at++) {
    const other = String.fromCodePoint(at)
    if (/\p{L}|\p{N}/u.test(other) && kindOf(other) === kind) found.push(other)
  }
  groups.set(key, found)
  return found
}

function kindOf(letter: string): 'number' | 'lower' | 'upper' | 'other' {
  if (/\p{N}/u.test(letter)) return 'number'
  if (/\p{Ll}/u.test(letter)) return 'lower'
  return /\p{Lu}/u.test(letter) ? 'upper' : 'other'
}
