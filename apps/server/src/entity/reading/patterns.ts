import { escapeLike } from '@tavla/contract'

export const anyRun = Symbol('%')
export const anyOne = Symbol('_')

/** Splits a pattern into characters and wildcards. A backslash escapes the next character; at the end it is literal. */
export function patternTokens(pattern: string): (string | symbol)[] {
  const tokens: (string | symbol)[] = []
  const characters = [...pattern]
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    if (character === '\\' && i + 1 < characters.length) tokens.push(characters[++i] as string)
    else tokens.push(character === '%' ? anyRun : character === '_' ? anyOne : character)
  }
  return tokens
}

/** The same pattern in a spelling that both databases read alike. */
export function canonicalPattern(pattern: string): string {
  return patternTokens(pattern)
    .map((token) => (token === anyRun ? '%' : token === anyOne ? '_' : escapeLike(token as string)))
    .join('')
}
