import { type Dictionary, lookUp } from './dictionary.ts'
import { formatText } from './format-text.ts'
import { formatNumber } from './locale.ts'

/**
 * A text as it is, a number in the reader's locale, something to translate first, or a list of these joined with
 * commas.
 */
export type TextArg = string | number | { translate: string; context?: string } | readonly TextArg[]
export type TextArgs = readonly TextArg[] | Readonly<Record<string, TextArg>>

/** A sentence with its arguments and its prefix. */
export interface TextMessage {
  text: string
  args?: TextArgs
  prefix?: TextMessage
}

/**
 * `source` in the language of `dictionary`, with its placeholders filled from `args`; untranslated if the dictionary
 * lacks it. Never throws.
 */
export function translate(
  dictionary: Dictionary,
  source: string,
  args: TextArgs | undefined,
  language: string,
  context?: string,
): string {
  const text = lookUp(dictionary, source, context) ?? source
  if (args === undefined) return text
  return formatText(text, (name) => argumentOf(args, name), write, language)

  function write(arg: TextArg): string {
    if (typeof arg === 'string') return arg
    if (typeof arg === 'number') return formatNumber(arg, language)
    if (isList(arg)) return arg.map(write).join(', ')
    return translate(dictionary, arg.translate, undefined, language, arg.context)
  }
}

/** A server message in the reader's language, after its prefix (reference: http-api, Errors). */
export function translateMessage(dictionary: Dictionary, message: TextMessage, language: string): string {
  const text = translate(dictionary, message.text, message.args, language)
  return message.prefix ? `${translateMessage(dictionary, message.prefix, language)} ${text}` : text
}

function argumentOf(args: TextArgs, name: string): TextArg | undefined {
  if (isList(args)) return /^\d+$/.test(name) ? args[Number(name)] : undefined
  return Object.hasOwn(args, name) ? args[name] : undefined
}

/** `Array.isArray` alone does not narrow a readonly list. */
function isList<T>(value: T): value is T & readonly TextArg[] {
  return Array.isArray(value)
}
