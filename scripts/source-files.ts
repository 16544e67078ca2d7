import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parseSync, visitorKeys } from 'oxc-parser'

/** Our TypeScript files below `root`: relative paths with `/`, sorted. Excludes tests by default. */
export function sourceFiles(root: string, options: { tests?: boolean } = {}): string[] {
  return globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.endsWith('.d.ts') && (options.tests || !isTest(file)))
    .sort()
}

/** Tests, their helpers and fixtures: `*.test.ts`, `*.spec.ts` and files in a folder `test` or `testing`. */
function isTest(file: string): boolean {
  return /\.(test|spec|fixture)\.tsx?$|\/(test|testing)(-[a-z-]+)?(\/|\.tsx?$)/.test(file)
}

export interface Source {
  file: string
  text: string
  /** Calls `visit` for every node, outer ones first. */
  walk(visit: (node: Node) => void): void
  lineOf(offset: number): number
}

/** Parses one file. @throws Error when it can't be parsed */
export function readSource(root: string, file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return {
    file,
    text,
    walk: (visit) => walkNode(program, visit),
    lineOf: (offset) => text.slice(0, offset).split('\n').length,
  }
}

/** The text of a string literal or of a template without expressions. */
export function literalText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** Calls `visit` for a node and every node inside it, outer ones first. */
export function walkNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  const children = node as unknown as Record<string, Node | (Node | null)[] | null>
  for (const key of visitorKeys[node.type] ?? []) {
    const child = children[key]
    for (const item of Array.isArray(child) ? child : [child]) if (item) walkNode(item, visit)
  }
}
