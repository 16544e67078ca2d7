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

/**
 * The plural of an English name of an entity by the rules of spelling; undefined for one that these don't fit, such as
 * `Goods` or a Hebrew name.
 */
export function pluralOf(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z ]*([a-rt-z]|ss)$/.test(name)) return undefined
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(ss|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

function upperFirst(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length)
}
