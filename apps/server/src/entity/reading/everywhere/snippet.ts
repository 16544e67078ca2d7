import { searchFold } from '@tavla/fields/server'

/** The part of a text around what was found in it, and where that stands, in UTF-16 units. */
export interface Snippet {
  snippet: string
  match: [number, number][]
}

/** Characters before the first match, and of the whole snippet. */
const before = 40
const whole = 140
/** A long text is looked through in pieces, each of which overlaps the next by more than a needle. */
const piece = 1_000
const overlap = 300

/** The part of `text` around the first place at which it contains the needle, which is folded for search. */
export function snippetOf(text: string, needle: string): Snippet | undefined {
  for (let at = 0; at < text.length; at += piece - overlap) {
    const part = text.slice(at, at + piece).toWellFormed()
    const [first] = placesOf(part, needle)
    if (!first) continue
    const start = Math.max(0, at + first[0] - before)
    const from = start === 0 ? 0 : afterBlank(text, start, at + first[0])
    const to = from + Math.max(whole, at + first[1] - from)
    const shown = text.slice(from, to).toWellFormed().replace(/\s/g, ' ')
    const lead = from > 0 ? '… ' : ''
    const snippet = `${lead}${shown}${to < text.length ? ' …' : ''}`
    const match = placesOf(shown, needle).map(([a, b]): [number, number] => [a + lead.length, b + lead.length])
    return { snippet, match }
  }
  return undefined
}

/** The beginning of the first word that begins after `start`, but not after `limit`. */
function afterBlank(text: string, start: number, limit: number): number {
  const blank = text.slice(start, limit).search(/\s/)
  return blank < 0 ? start : start + blank + 1
}

/** The places at which a text contains the needle once it is folded, as places in the text itself. */
export function placesOf(text: string, needle: string): [number, number][] {
  const { folded, starts } = foldWithPlaces(text)
  const places: [number, number][] = []
  if (needle === '') return places
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    places.push([starts[at] as number, starts[at + needle.length] as number])
  }
  return places
}

/** The folding of a text, and for each of its units the place in the text from which it comes. */
function foldWithPlaces(text: string): { folded: string; starts: number[] } {
  let folded = ''
  const starts: number[] = []
  let last = ''
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    // The letter before a quote mark or a hyphen decides how that is folded.
    const part = searchFold(last + letter).slice(searchFold(last).length)
    if (part !== '') last = letter
    folded += part
    for (let unit = 0; unit < part.length; unit++) starts.push(index)
  }
  return { folded, starts: [...starts, text.length] }
}
