import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ImportDeclaration } from 'oxc-parser'
import { literalText, readSource } from './source-files.ts'

export interface Import {
  specifier: string
  line: number
  /** `value` runs when the file is loaded, `later` is a dynamic import, `type` is erased. */
  kind: 'value' | 'type' | 'later'
}

/** The imports of a file: static, dynamic, of types, by `new URL(…, import.meta.url)`, or by a glob of the bundler. */
export function importsOf(root: string, file: string): Import[] {
  const found: Import[] = []
  const source = readSource(root, file)
  source.walk((node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        add(literalText(node.source), node.start, namesTypesAlone(node) ? 'type' : 'value')
        break
      case 'ExportAllDeclaration':
        add(literalText(node.source), node.start, node.exportKind ?? 'value')
        break
      case 'ExportNamedDeclaration':
        add(literalText(node.source), node.start, node.exportKind ?? 'value')
        break
      case 'ImportExpression':
        add(literalText(node.source), node.start, 'later')
        break
      case 'TSImportType':
        add(literalText(node.source), node.start, 'type')
        break
      case 'NewExpression': {
        const [target, base] = node.arguments
        const isRelative =
          node.callee.type === 'Identifier' && node.callee.name === 'URL' && base?.type === 'MemberExpression'
        const specifier = literalText(target)
        if (isRelative && specifier && /\.tsx?$/.test(specifier)) add(specifier, node.start, 'later')
        break
      }
      case 'CallExpression': {
        const { callee } = node
        const isGlob = callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty'
        if (isGlob) add(literalText(node.arguments[0]), node.start, 'later')
      }
    }
  })
  return found

  function add(specifier: string | undefined, offset: number, kind: Import['kind']): void {
    if (specifier !== undefined) found.push({ specifier, line: source.lineOf(offset), kind })
  }
}

/** Erased at run time: `import type …`, or only types between the braces. */
function namesTypesAlone({ importKind, specifiers }: ImportDeclaration): boolean {
  if (importKind === 'type') return true
  return specifiers.length > 0 && specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
}

/**
 * The target file of `specifier`: beside `file`, or named by the exports of one of our packages; undefined
 * for other packages.
 */
export function targetOf(file: string, specifier: string, addresses: ReadonlyMap<string, string>): string | undefined {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : addresses.get(specifier)
}

/** `@tavla/<package>` and its subpaths → the file in the package's `exports`. */
export function packageAddresses(root: string): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const manifest of globSync('{apps,packages}/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, manifest), 'utf8')) as {
      name: string
      exports?: Record<string, string>
    }
    const folder = path.dirname(manifest).split(path.sep).join('/')
    for (const [subpath, target] of Object.entries(exports)) {
      addresses.set(path.posix.join(name, subpath), path.posix.join(folder, target))
    }
  }
  return addresses
}
