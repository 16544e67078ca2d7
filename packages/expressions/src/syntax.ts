import type { ASTNode } from '@marcbachmann/cel-js'

/**
 * The library's tree, as far as expressions are made of it. Its literals and names are replaced in place before types
 * are checked.
 */
export interface SyntaxNode {
  op: string
  args: unknown
  start: number
  end: number
  /** Where the name of a member begins. */
  pos: number
  checkedType?: { name: string }
}

export const rootOf = (ast: ASTNode): SyntaxNode => ast as unknown as SyntaxNode

export const partsOf = (node: SyntaxNode): SyntaxNode[] =>
  (Array.isArray(node.args) ? node.args : [node.args]).filter(isNode)

/** The values of calls as well. */
export const allPartsOf = (node: SyntaxNode): SyntaxNode[] =>
  (Array.isArray(node.args) ? node.args.flat() : [node.args]).filter(isNode)

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'op' in value
