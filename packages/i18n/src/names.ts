/**
 * `field_name` or `some words` as a heading: each word with a capital, capitals already there kept
 * (reference: texts, Translating).
 */
export function titleCase(name: string): string {
  return name
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => upperFirst(word))
    .join(' ')
}

function upperFirst(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length)
}
