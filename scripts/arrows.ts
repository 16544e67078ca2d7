import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { packageRules, rooms } from './arrow-rules.ts'
import { literalText, readSource, sourceFiles } from './source-files.ts'

/** Every import below `root` that goes against the arrows of the house, as `file:line what is wrong`. */
export function brokenArrows(root: string): string[] {
  const addresses = packageAddresses(root)
  return sourceFiles(root).flatMap((file) => {
    const from = roomOf(file)
    if (!from) return [`${file}:1 stands in no room: see scripts/arrow-rules.ts`]
    return importsOf(root, file).flatMap(({ specifier, line }) => {
      const wrong = refuse(root, file, from, specifier, addresses)
      return wrong ? [`${file}:${line} ${wrong}`] : []
    })
  })
}

/** Why `file` may not import `specifier`, or undefined. */
function refuse(
  root: string,
  file: string,
  from: RoomOfFile,
  specifier: string,
  addresses: ReadonlyMap<string, string>,
): string | undefined {
  if (!specifier.startsWith('.') && !specifier.startsWith('@tavla/')) return refusePackage(from, specifier)
  const target = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(file), specifier)
    : addresses.get(specifier)
  if (!target) return `${specifier} is not exported by its package`
  if (specifier.startsWith('.') && workspaceOf(target) !== workspaceOf(file)) {
    return `${specifier} leaves its package: import the other package by its name`
  }
  const to = roomOf(target)
  // A picture, a style sheet or a definition of the own package; tsc sees to it that TypeScript files exist.
  if (!to)
    return /\.tsx?$/.test(target) && existsSync(path.join(root, target)) ? `${specifier} stands in no room` : undefined
  if (to.name === from.name || from.may.some((name) => name === to.name || (name.endsWith('*') && to.many))) return
  return `${from.name} may not import ${to.name} (${specifier})`
}

function refusePackage(from: RoomOfFile, specifier: string): string | undefined {
  const name = builtinModules.includes(specifier) ? `node:${specifier}` : specifier
  const rule = packageRules.find(({ packages, rooms: allowed }) => packages.test(name) && !allowed(from.name))
  return rule && `${from.name} may not import ${specifier}: ${rule.why}`
}

interface RoomOfFile {
  name: string
  may: readonly string[]
  /** True for one of many rooms that one line describes. */
  many: boolean
}

function roomOf(file: string): RoomOfFile | undefined {
  for (const { name, files, may } of rooms) {
    const match = files.exec(file)
    if (match) return { name: name.replace('$1', match[1] ?? ''), may, many: name.startsWith('module $1') }
  }
  return undefined
}

function workspaceOf(file: string): string {
  return file.split('/', 2).join('/')
}

/** What a file imports, statically or not, as types, by `new URL(…, import.meta.url)` or by a glob of the bundler. */
function importsOf(root: string, file: string): { specifier: string; line: number }[] {
  const found: { specifier: string; line: number }[] = []
  const source = readSource(root, file)
  source.walk((node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        add(literalText(node.source), node.start)
        break
      case 'NewExpression': {
        const [target, base] = node.arguments
        const isRelative =
          node.callee.type === 'Identifier' && node.callee.name === 'URL' && base?.type === 'MemberExpression'
        const specifier = literalText(target)
        if (isRelative && specifier && /\.tsx?$/.test(specifier)) add(specifier, node.start)
        break
      }
      case 'CallExpression': {
        const { callee } = node
        const isGlob = callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty'
        if (isGlob) add(literalText(node.arguments[0]), node.start)
      }
    }
  })
  return found

  function add(specifier: string | undefined, offset: number): void {
    if (specifier !== undefined) found.push({ specifier, line: source.lineOf(offset) })
  }
}

/** `@tavla/<package>` and its subpaths → the file that the package's `exports` name. */
function packageAddresses(root: string): Map<string, string> {
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

if (import.meta.main) {
  const broken = brokenArrows(process.cwd())
  for (const line of broken) console.error(line)
  console.log(`arrows: ${broken.length === 0 ? 'every import keeps to them' : `${broken.length} broken`}`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
