import { fold } from '@tavla/fields/server'
import { type Dictionary, dictionaryWithin, translate } from '@tavla/i18n'
import type { Target } from '../../import-targets.ts'

/** The entity of the records, and the field that a person fills with their ids. */
interface OwnIds {
  entity: string
  idField: string | undefined
}

/**
 * The target that each head names, by fieldname or by label in English or Hebrew, without regard to case, blanks and `_`;
 * else as databases name an id: `order_id` in orders, `customer_id` in what links to a customer; else as they name a
 * text: `company_name` for a company (reference: http-api, Import). A target goes to the first head that names it.
 */
export function matchHeads(
  heads: readonly string[],
  targets: Iterable<Target>,
  hebrew: Dictionary,
  own: OwnIds,
): (Target | undefined)[] {
  const byWord = new Map<string, Target>()
  const all = [...targets]
  // Fields of the record come before those of its rows, and fieldnames before labels.
  const inOrder = [...all.filter(({ inRows }) => !inRows), ...all.filter(({ inRows }) => inRows)]
  const note = (wordsFor: (target: Target) => string[]) => {
    const words = inOrder.map((target) => ({ target, words: wordsFor(target) }))
    for (let at = 0; words.some((one) => one.words.length > at); at++) {
      for (const one of words) {
        const word = one.words[at]
        if (word && !byWord.has(word)) byWord.set(word, one.target)
      }
    }
  }
  const within = (entity: string | null | undefined) => (entity ? dictionaryWithin(hebrew, entity) : hebrew)
  const mine = within(own.entity)
  note((target) => wordsOf(target, mine, within(target.inRows?.rule.options)))
  note((target) => idWordsOf(target, own))
  note(nameWordsOf)
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

/** `ofRows` is the dictionary of the entity of the rows. */
function wordsOf({ name, field, inRows }: Target, hebrew: Dictionary, ofRows: Dictionary): string[] {
  const inHebrew = (text: string, context: string, of = hebrew) => translate(of, text, undefined, 'he', context)
  const { label, fieldname } = field.rule
  const own = [label, inHebrew(label, fieldname, inRows ? ofRows : hebrew)]
  if (!inRows) return [fieldname, ...own].map(wordOf)
  const of = [inRows.rule.label, inHebrew(inRows.rule.label, inRows.name)]
  const pairs = own.map((text, at) => `${of[at]} ${text}`)
  return [name, ...pairs, fieldname, ...own].map(wordOf)
}

/** The names that a database gives to the ids of the record and of those to which it links. */
function idWordsOf({ name, field }: Target, own: OwnIds): string[] {
  const { label, fieldname, options } = field.rule
  if (field.type.links === 'options' && options) {
    // The id of a record is not that of another one of its kind.
    const kind = options === own.entity ? [] : [options]
    return [fieldname, label, ...kind].map(idWord)
  }
  return name === own.idField ? [own.entity, lastWordOf(own.entity)].map(idWord) : []
}

/** `company_name` holds what a field `company` does, unless a field of that name exists. */
function nameWordsOf({ field, inRows }: Target): string[] {
  const { label, fieldname } = field.rule
  return inRows || field.kind !== 'text' ? [] : [fieldname, label].map((name) => wordOf(`${name} name`))
}

const idWord = (name: string) => wordOf(`${name} id`)
const lastWordOf = (text: string) => text.slice(text.lastIndexOf(' ') + 1)
