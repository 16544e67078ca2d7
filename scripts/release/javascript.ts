import { stripTypeScriptTypes } from 'node:module'
import { parseSync } from 'oxc-parser'
import { walkNode } from '../source-files.ts'

export interface JavaScript {
  text: string
  /** The modules that it imports, statically and dynamically, as the source names them. */
  imports: string[]
}

/**
 * A source file as JavaScript: types become blanks, so that lines and columns stay, and every literal that ends in
 * `.ts` names the `.js` file. `resolve` gives the relative path to a package of the workspaces; other imports stay.
 * @throws Error when the file can't be parsed
 */
export function toJavaScript(source: string, resolve: (specifier: string) => string | undefined): JavaScript {
  const plain = stripTypeScriptTypes(source)
  const { program, errors } = parseSync('file.js', plain)
  if (errors[0]) throw new Error(errors[0].message)
  const imports: string[] = []
  const edits: { start: number; end: number; text: string }[] = []
  walkNode(program, (node) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') note(node.source)
    if (node.type === 'ExportAllDeclaration' || node.type === 'ExportNamedDeclaration') note(node.source)
    if (node.type === 'TemplateElement') edit(node, (raw) => raw.replace(/\.ts$/, '.js'))
    if (node.type !== 'Literal') return
    const target = typeof node.value === 'string' ? resolve(node.value) : undefined
    if (target !== undefined) edit(node, () => `'${target}'`)
    else if (typeof node.value === 'string') edit(node, (raw) => raw.replace(/\.ts(?=['"]$)/, '.js'))
    else if ('regex' in node) edit(node, (raw) => raw.replaceAll('\\.ts$', '\\.js$'))
  })
  edits.sort((one, other) => other.start - one.start)
  const text = edits.reduce((whole, { start, end, text }) => whole.slice(0, start) + text + whole.slice(end), plain)
  return { text, imports }

  function note(node: unknown): void {
    const value = (node as { value?: unknown } | null)?.value
    if (typeof value === 'string') imports.push(value)
  }

  function edit({ start, end }: { start: number; end: number }, change: (raw: string) => string): void {
    const raw = plain.slice(start, end)
    const text = change(raw)
    if (text !== raw) edits.push({ start, end, text })
  }
}
