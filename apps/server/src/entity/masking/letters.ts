/** Letters of a script, or digits, among which a letter is replaced by another of its kind. */
const groups = new Map<string, readonly string[]>()
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשת'.split('')
const blockSize = 64

/** Tags that say how a text looks. Others may be what somebody wrote, as in `Dana <dana@example.com>`. */
const tags = new Set(
  (
    'a abbr address b bdi bdo blockquote br caption code col colgroup dd del div dl dt em figure figcaption font h1 h2 h3 ' +
    'h4 h5 h6 hr i img ins li mark ol p pre q s section small span strike strong sub sup table tbody td tfoot th thead ' +
    'tr u ul'
  ).split(' '),
)
const part = /<(\/?([a-z][a-z0-9]*))(?:\s[^<>]*|\/)?>|&(?:amp|lt|gt|quot|apos|nbsp);|[^<&]+|[<&]/gi

/** Replaces each letter by one of its script and case, each digit by a digit, and each sign by another; all else stays. */
export function replaceLetters(text: string, roll: () => number): string {
  return text.replace(/\p{L}|\p{N}|\p{So}/gu, (letter) => {
    const group = groupOf(letter)
    return group[roll() % group.length] ?? letter
  })
}

/** As `replaceLetters` for a text with tags: those stay, without their attributes, and so do the marks of HTML. */
export const replaceVisible = (text: string, roll: () => number): string =>
  text.replace(part, (found: string, tag: string | undefined, name: string | undefined) => {
    if (tag !== undefined && tags.has(name?.toLowerCase() ?? '')) return `<${tag}>`
    return tag === undefined && found.startsWith('&') && found !== '&' ? found : replaceLetters(found, roll)
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
    if (/\p{L}|\p{N}|\p{So}/u.test(other) && kindOf(other) === kind) found.push(other)
  }
  groups.set(key, found)
  return found
}

function kindOf(letter: string): 'number' | 'lower' | 'upper' | 'sign' | 'other' {
  if (/\p{So}/u.test(letter)) return 'sign'
  if (/\p{N}/u.test(letter)) return 'number'
  if (/\p{Ll}/u.test(letter)) return 'lower'
  return /\p{Lu}/u.test(letter) ? 'upper' : 'other'
}
