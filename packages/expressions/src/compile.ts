import { DateText } from './dates.ts'
import { scopeOf, variableOf } from './environment.ts'
import { ExpressionFault, type FaultText } from './faults.ts'
import { expressionLimits } from './limits.ts'
import type { ExpressionInput, Names, ValueKind } from './names.ts'
import { type NameUse, resolveNames } from './resolve.ts'
import { rootOf, type SyntaxNode } from './syntax.ts'
import { beginTextWork } from './text-work.ts'
import { faultOf } from './translate-fault.ts'
import { celTypes } from './values.ts'

/** The result of an expression; `failed` says in the library's words why there is none. */
export type Outcome = { value: number | string | boolean } | { failed: string }

/** An expression that was checked (reference: expressions, Checks). */
export interface Expression {
  readonly text: string
  /** The fields that it names, in the order of the text. */
  readonly uses: readonly NameUse[]
  /** Never throws. A number that is not finite is 0, a Date is its text. */
  run(input: ExpressionInput): Outcome
}

const wrongResult: Readonly<Record<ValueKind, FaultText>> = {
  bool: 'This must be true or false.',
  number: 'This must be a number.',
  text: 'This must be a text.',
  date: 'This must be a date.',
}

/** Checks an expression with the types of its names and of its result. @throws ExpressionFault */
export function compileExpression(text: string, names: Names, result: ValueKind): Expression {
  if (text.length > expressionLimits.length) {
    throw new ExpressionFault('This expression is too long or too deep.', {
      start: expressionLimits.length,
      end: text.length,
    })
  }
  const { environment, readers } = scopeOf(names)
  const parsed = guarded(text, () => environment.parse(text))
  const root = rootOf(parsed.ast)
  const uses = resolveNames(root, text, names).sort((one, other) => one.start - other.start)
  const { valid, type, error } = parsed.check()
  if (!valid) throw faultOf(error, text, root)
  if (type !== celTypes[result]) throw new ExpressionFault(wrongResult[result], rangeOf(root))
  const variables = new Set(uses.map(({ path }) => variableOf(path.split('.', 1)[0] ?? '')))
  const read = [...variables].map((name) => [name, readers.get(name)] as const)
  return {
    text,
    uses,
    run(input) {
      // Without a prototype, a field named `constructor` is nothing but a field.
      const context: Record<string, unknown> = Object.create(null)
      for (const [name, reader] of read) context[name] = reader?.(input)
      try {
        beginTextWork()
        return { value: plainOf(parsed(context)) }
      } catch (error) {
        return { failed: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

function guarded<Result>(text: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw faultOf(error, text)
  }
}

function plainOf(value: unknown): number | string | boolean {
  if (value instanceof DateText) return value.text
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : 0
  if (typeof value === 'string') return value.slice(0, expressionLimits.resultLength)
  return value === true
}

const rangeOf = ({ start, end }: SyntaxNode) => ({ start, end })
