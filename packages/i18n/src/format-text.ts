import { formatNumber, localeOf } from './locale.ts'

/** Looks up an argument by its name or position; undefined leaves the placeholder in the text. */
export type ArgumentOf<A> = (name: string) => A | undefined

/**
 * Fills the placeholders of a text: `{0}`, `{name}` and the plural part of ICU messages, `{n, plural, =0 {none} one {#
 * row} two {…} other {# rows}}`, whose branches may hold placeholders again. Never throws: malformed placeholders stay
 * in the text.
 */
export function formatText<A>(
  text: string,
  argumentOf: ArgumentOf<A>,
  write: (argument: A) => string,
  language: string,
): string {
  let result = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('{', at)
    const close = open < 0 ? -1 : closingBrace(text, open)
    if (close < 0) return result + text.slice(at)
    const filled = text.slice(at, open + 1) + fill(text.slice(open, close + 1))
    // Hebrew joins a prefix of one letter to a Hebrew word; the hyphen before the brace is for other words.
    result += filled.replace(/((^| )[א-ת])[-־]{(?=\u2068?[א-ת])|{/, '$1')
    at = close + 1
  }

  function fill(placeholder: string): string {
    const inner = placeholder.slice(1, -1).trim()
    const plural = /^(\w+)\s*,\s*plural\s*,/.exec(inner)
    const argument = argumentOf(plural?.[1] ?? inner)
    if (argument === undefined) return placeholder
    if (!plural) return write(argument)
    const count = Number(argument)
    const branch = Number.isFinite(count) && branchFor(inner.slice(plural[0].length), count, language)
    if (typeof branch !== 'string') return placeholder
    return formatText(branch.replaceAll('#', formatNumber(count, language)), argumentOf, write, language)
  }
}

/** The branch of a plural that fits: the exact number, else the plural category of the language, else `other`. */
function branchFor(branches: string, count: number, language: string): string | undefined {
  const found = new Map<string, string>()
  const head = /\s*(=\d+|[a-z]+)\s*\{/y
  for (let match = head.exec(branches); match; match = head.exec(branches)) {
    const close = closingBrace(branches, head.lastIndex - 1)
    if (close < 0) break
    found.set(match[1] ?? '', branches.slice(head.lastIndex, close))
    head.lastIndex = close + 1
  }
  return found.get(`=${count}`) ?? found.get(pluralRules(language).select(count)) ?? found.get('other')
}

/** Index of the brace that closes the brace at `open`, or -1. */
function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

function pluralRules(language: string): Intl.PluralRules {
  const rules = rulesByLanguage.get(language) ?? new Intl.PluralRules(localeOf(language))
  rulesByLanguage.set(language, rules)
  return rules
}

const rulesByLanguage = new Map<string, Intl.PluralRules>()
