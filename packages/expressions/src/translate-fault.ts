import { TypeError as CelTypeError, ParseError } from '@marcbachmann/cel-js'
import { ExpressionFault, type FaultPlace, quoted } from './faults.ts'
import { allPartsOf, partsOf, type SyntaxNode } from './syntax.ts'

/** A fault that the library found, in our words. Other errors are thrown on. */
export function faultOf(error: unknown, text: string, root?: SyntaxNode): ExpressionFault {
  if (error instanceof ExpressionFault) return error
  if (error instanceof ParseError) return syntaxFault(error, text)
  if (error instanceof CelTypeError) return typeFault(error, text, root)
  throw error
}

function syntaxFault({ code, range }: ParseError, text: string): ExpressionFault {
  const place = range ?? { start: 0, end: text.length }
  if (code === 'limit_exceeded')
    return new ExpressionFault('This expression is too long or too deep.', toEnd(place, text))
  if (code.startsWith('unterminated') || place.start >= text.trimEnd().length) {
    return new ExpressionFault('The expression ends too early.', { start: place.start, end: text.length })
  }
  const words = quoted(text.slice(place.start, Math.max(place.end, place.start + 1)))
  if (code === 'reserved_identifier') return new ExpressionFault('Unknown name: {0}', place, [words])
  return new ExpressionFault('{0} is not understood.', place, [words])
}

/** A limit is reported at a point; all behind it is too much. */
const toEnd = ({ start }: FaultPlace, text: string): FaultPlace => ({ start, end: Math.max(start, text.length) })

function typeFault({ code, range, node }: CelTypeError, text: string, root?: SyntaxNode): ExpressionFault {
  const place = range ?? { start: 0, end: text.length }
  const parts = node ? partsOf(node as unknown as SyntaxNode) : []
  if (code === 'invalid_logical_operand' || code === 'invalid_condition_type') {
    const wrong = parts.find(({ checkedType }) => checkedType !== undefined && checkedType.name !== 'bool')
    const { start, end } = (code === 'invalid_logical_operand' ? wrong : undefined) ?? place
    return new ExpressionFault('This must be true or false.', { start, end })
  }
  if (code === 'heterogeneous_list_element' && root) {
    const first = firstBeside(root, place)
    return new ExpressionFault(
      '{0} and {1} do not go together.',
      place,
      [first ?? place, place].map((part) => sliceOf(text, part)),
    )
  }
  const words = wordsOf(node as unknown as SyntaxNode | undefined, text, place)
  return new ExpressionFault('{0} and {1} do not go together.', place, words)
}

/** The first element of the list that has an element at this place. */
function firstBeside(node: SyntaxNode, place: FaultPlace): SyntaxNode | undefined {
  const parts = partsOf(node)
  if (node.op === 'list' && parts.some(({ start, end }) => start === place.start && end === place.end)) return parts[0]
  for (const part of allPartsOf(node)) {
    const found = firstBeside(part, place)
    if (found) return found
  }
  return undefined
}

const sliceOf = (text: string, { start, end }: FaultPlace) => quoted(text.slice(start, end))

/** The two sides of an operator, a function and its values, or an operator and its only value. */
function wordsOf(node: SyntaxNode | undefined, text: string, place: FaultPlace): [string, string] {
  const slice = (start: number, end: number) => quoted(text.slice(start, end))
  const parts = node ? partsOf(node).slice(-2) : []
  const [left, right] = parts
  if (node?.op === 'call') {
    const inside = text.slice(place.start, place.end)
    const open = inside.indexOf('(')
    return [quoted(inside.slice(0, open)), quoted(inside.slice(open + 1, -1))]
  }
  if (node?.op === 'rcall' && left) return [slice(left.start, left.end), slice(left.end + 1, node.end)]
  if (left && right) return [slice(left.start, left.end), slice(right.start, right.end)]
  return [
    slice(place.start, (left ?? place).start) || slice(place.start, place.end),
    slice((left ?? place).start, place.end),
  ]
}
