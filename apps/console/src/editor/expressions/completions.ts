import { contextHelp, functionHelp, macros } from './function-help.ts'
import type { KnownName, Scope } from './scope.ts'

/** A word that can go on at the caret. */
export interface Completion {
  /** The word in the list. */
  word: string
  /** English source text that explains it. */
  help: string
  /** The text that is written, and where the caret goes in it. */
  text: string
  caret: number
}

/** The words for the place of the caret; they replace the text from `from` to it. */
export interface Completions {
  from: number
  options: readonly Completion[]
}

const most = 40

/** The words that fit behind the text before the caret; `isAsked` lists them without a first letter, too. */
export function completionsAt(before: string, scope: Scope, isAsked: boolean): Completions {
  const [, path, typed = ''] = /(?:([A-Za-z_][\w.]*|\))\s*\.\s*)?([A-Za-z_]\w*)?$/.exec(before) ?? []
  const from = before.length - typed.length
  const none = { from, options: [] }
  if (isInText(before) || /[\d]$/.test(before.slice(0, from))) return none
  if (typed === '' && path === undefined && !isAsked) return none
  const words = path === undefined ? freeWords(before, scope) : wordsAfter(path, before, scope)
  const found = matching(words, typed)
  // A word that is written to its end needs no list.
  const isDone = found.length === 1 && found[0]?.word === typed
  return isDone && !isAsked ? none : { from, options: found.slice(0, most) }
}

/** True between the quote marks of a text. */
function isInText(before: string): boolean {
  let quote = ''
  for (let at = 0; at < before.length; at++) {
    const letter = before[at] ?? ''
    if (quote === '') quote = letter === '"' || letter === "'" ? letter : ''
    else if (letter === '\\') at++
    else if (letter === quote) quote = ''
  }
  return quote !== ''
}

function freeWords(before: string, scope: Scope): Completion[] {
  const variables = [...variablesIn(before, scope).keys()].map((name) => member(name, 'The row'))
  const words = scope.fields.map(({ name, label }) => plain(name, label))
  const members = [
    ...(scope.parent ? [member('parent', 'The record of the row')] : []),
    ...(scope.names.hasOld ? [member('old', 'The record as it was')] : []),
    ...(scope.names.hasContext ? [member('ctx', 'Who asks, and when')] : []),
  ]
  const functions = functionHelp.filter(({ isMethod }) => !isMethod).map(callOf)
  return [...variables, ...words, ...members, ...functions]
}

function wordsAfter(path: string, before: string, scope: Scope): Completion[] {
  const named = (names: readonly KnownName[]) => names.map(({ name, label }) => plain(name, label))
  if (path === 'ctx' && scope.names.hasContext) return contextHelp.map(({ name, help }) => plain(name, help))
  if (path === 'parent' && scope.parent) return named(scope.parent)
  if (path === 'old' && scope.names.hasOld) return named(scope.fields)
  const table = variablesIn(before, scope).get(path)
  if (table !== undefined) return named(scope.columns.get(table) ?? [])
  const name = path.replace(/^old\./, '')
  const isList = scope.columns.has(name) || path === ')' || path === 'ctx.roles'
  const methods = functionHelp.filter(({ isMethod, name: method }) => isMethod && macros.has(method) === isList)
  return methods.map(callOf)
}

/** The names of rows in the list functions before the caret, with the Table fields they go through. */
function variablesIn(before: string, scope: Scope): Map<string, string> {
  const calls = before.matchAll(/([a-z_]\w*)\s*\.\s*(\w+)\(\s*([A-Za-z_]\w*)\s*,/g)
  return new Map(
    [...calls].flatMap(([, table = '', name = '', variable = '']) =>
      macros.has(name) && scope.columns.has(table) ? [[variable, table] as const] : [],
    ),
  )
}

const plain = (word: string, help: string): Completion => ({ word, help, text: word, caret: word.length })

const member = (word: string, help: string): Completion => plain(`${word}.`, help)

function callOf({ name, help, takes }: (typeof functionHelp)[number]): Completion {
  const text = macros.has(name) ? `${name}(row, )` : `${name}()`
  return { word: name, help, text, caret: takes === '' ? text.length : text.length - 1 }
}

/** The words that begin with the typed letters first, then those that hold them. */
function matching(words: readonly Completion[], typed: string): Completion[] {
  const wanted = typed.toLowerCase()
  const place = ({ word }: Completion) => word.toLowerCase().indexOf(wanted)
  const starting = words.filter((one) => place(one) === 0)
  return [...starting, ...words.filter((one) => place(one) > 0)]
}
