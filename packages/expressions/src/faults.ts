/** The sentences about a wrong expression; `{0}` and `{1}` stand for words of the expression. */
export type FaultText =
  | 'Unknown name: {0}'
  | '{0} and {1} do not go together.'
  | '{0} is not available here.'
  | 'This must be true or false.'
  | 'This must be a number.'
  | 'This must be a text.'
  | 'This must be a date.'
  | 'This expression is too long or too deep.'
  | 'The expression ends too early.'
  | '{0} is not understood.'

export interface FaultPlace {
  /** From 0, in UTF-16 units of the text as typed. */
  start: number
  /** Behind the last one. */
  end: number
}

/** An expression that cannot be worked out, and where the fault stands in it. */
export class ExpressionFault extends Error {
  readonly text: FaultText
  readonly args: readonly string[]
  readonly place: FaultPlace
  /** The known name that is nearest to an unknown one. */
  readonly suggestion: string | undefined

  constructor(text: FaultText, place: FaultPlace, args: readonly string[] = [], suggestion?: string) {
    super(text.replace(/\{(\d)\}/g, (_, index) => args[Number(index)] ?? ''))
    this.name = 'ExpressionFault'
    this.text = text
    this.args = args
    this.place = place
    this.suggestion = suggestion
  }
}

/** The longest word of an expression that a sentence quotes. */
const longestQuote = 60

/** A part of an expression for a sentence. */
export function quoted(part: string): string {
  const line = part.trim().replace(/\s+/g, ' ')
  return line.length > longestQuote ? `${line.slice(0, longestQuote - 1)}…` : line
}
