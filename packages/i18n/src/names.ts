/**
 * `field_name` or `some words` as a heading: each word starts with a capital, and other capitals stay (reference:
 * texts, Translating).
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
