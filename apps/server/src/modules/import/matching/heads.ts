import { fold } from '@tavla/fields/server'
import { type Dictionary, translate } from '@tavla/i18n'
import type { Target } from '../../import-targets.ts'

/**
 * The target that each head names, by fieldname or by label in English or Hebrew, without regard to case, blanks and `_`
 * (reference: http-api, Import). A target goes to the first head that names it.
 */
export function matchHeads(
  heads: readonly string[],
  targets: Iterable<Target>,
  hebrew: Dictionary,
): (Target | undefined)[] {
  const byWord = new Map<string, Target>()
  const all = [...targets]
  // Fields of the record come before those of its rows, and fieldnames before labels.
  const inOrder = [...all.filter(({ inRows }) => !inRows), ...all.filter(({ inRows }) => inRows)]
  const words = inOrder.map((target) => ({ target, words: wordsOf(target, hebrew) }))
  for (let at = 0; at < 8; at++) {
    for (const one of words) {
      const word = one.words[at]
      if (word && !byWord.has(word)) byWord.set(word, one.target)
    }
  }
  const taken = new Set<Target>()
  return heads.map((head) => {
    const target = byWord.get(wordOf(head))
    if (!target || taken.has(target)) return undefined
    taken.add(target)
    return target
  })
}

/** The form in which heads and names are compared; the mark of a required column is no part of its name. */
export const wordOf = (head: string): string => fold(head).replace(/[\s_*:"'.\u00a0\u05f4\u200e\u200f-]+/gu, '')

function wordsOf({ name, field, inRows }: Target, hebrew: Dictionary): string[] {
  const inHebrew = (text: string, context: string) => translate(hebrew, text, undefined, 'he', context)
  const { label, fieldname } = field.rule
  const own = [label, inHebrew(label, fieldname)]
  if (!inRows) return [fieldname, ...own].map(wordOf)
  const of = [inRows.rule.label, inHebrew(inRows.rule.label, inRows.name)]
  const pairs = own.map((text, at) => `${of[at]} ${text}`)
  return [name, ...pairs, fieldname, ...own].map(wordOf)
}
