import type { TextArg, TextMessage } from '@tavla/i18n'

/** A value of this length still tells the reader which one is meant. Characters. */
const longest = 500

/** The message with long values cut: an answer must not repeat all that a caller sent. */
export function shortMessage({ text, args, prefix }: TextMessage): TextMessage {
  return { text, ...(args && { args: shortArgs(args) }), ...(prefix && { prefix: shortMessage(prefix) }) }
}

function shortArgs(args: NonNullable<TextMessage['args']>): NonNullable<TextMessage['args']> {
  if (Array.isArray(args)) return (args as readonly TextArg[]).map(shortArg)
  return Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, shortArg(arg)]))
}

function shortArg(arg: TextArg): TextArg {
  if (typeof arg === 'string') return cut(arg)
  if (typeof arg === 'number') return arg
  if ('translate' in arg) return { ...arg, translate: cut(arg.translate) }
  return arg.length > longest ? [...arg.slice(0, longest).map(shortArg), '…'] : arg.map(shortArg)
}

/** Cut between whole characters. */
const cut = (text: string) =>
  text.length > longest
    ? `${text
        .slice(0, longest)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : text
