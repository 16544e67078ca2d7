/** `field_name` or `some words` as a heading: each word with a capital, capitals already there kept (contract 8.49). */
export function titleCase(name: string): string {
  return name
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => upperFirst(word))
    .join(' ')
}

/** First letters of the first and last word of a name, in capitals; without a name, the first letter of the id (contract 8.50). */
export function initials(fullName: string | null | undefined, id = ''): string {
  const words = (fullName ?? '').trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return firstLetter(id.trim())
  return firstLetter(words[0] ?? '') + (words.length > 1 ? firstLetter(words.at(-1) ?? '') : '')
}

function firstLetter(word: string): string {
  // A letter with its marks, which may be several code units.
  const [letter] = new Intl.Segmenter().segment(word)
  return letter?.segment.toUpperCase() ?? ''
}

function upperFirst(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length)
}
