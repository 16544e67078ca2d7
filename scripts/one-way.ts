import type { Node } from 'oxc-parser'
import { literalText, readSource, type Source, sourceFiles } from './source-files.ts'

/** An operation that the server does in one way, and the files of that way. The message for any other file is `instead`. */
interface OneWay {
  files: RegExp
  isTaken(node: Node): boolean
  instead: string
}

/** Names that a file may import from the socket modules, because they open no socket. */
const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList'])
const ofSockets = /^node:(http|https|http2|net|tls|dgram)$|\/ground\/node-http\.ts$/

const ways: readonly OneWay[] = [
  {
    // Files beyond the module for calls to providers: servers, and HQ's connections to its own servers.
    files: /^apps\/server\/src\/(outward|http|live|hosting)\//,
    isTaken: opensConnections,
    instead: 'calls out by itself: use callOut of outward',
  },
  {
    files: /^apps\/server\/src\/ground\/node-http\.ts$/,
    isTaken: (node) => importsAtAll(node) === 'node:http',
    instead: 'makes Node load a second HTTP client: use nodeHttp of ground',
  },
  {
    // The sockets of these libraries come from outward, too.
    files: /^apps\/server\/src\/modules\/email\//,
    isTaken: (node) => /^(nodemailer|imapflow)$/.test(loadedBy(node) ?? ''),
    instead: 'speaks to mail servers by itself: add a row to the outbox',
  },
  {
    // Files beyond the engine: one erases expired rows, and one writes the security log, which is never changed.
    files: /^apps\/server\/src\/(entity|store|modules\/core\/(keeping\/erase|security\/rows)\.ts$)/,
    isTaken: writesEntityRows,
    instead: 'writes rows of an entity by itself: use createIn, updateIn or setSilently of the engine',
  },
  {
    files: /^apps\/server\/src\/store\//,
    isTaken: asksWhichDatabase,
    instead: 'asks which database runs: let the dialect of the store differ',
  },
  {
    files: /^apps\/server\/src\/ground\/thread\.ts$/,
    isTaken: (node) => node.type === 'NewExpression' && nameOf(node.callee) === 'Worker',
    instead: 'starts a thread without the compile cache: use startThread of ground',
  },
]

/** Every place of the server below `root` that leaves the one way, as `file:line message`. */
export function ownWays(root: string): string[] {
  const files = sourceFiles(root).filter((file) => file.startsWith('apps/server/src/'))
  return files.flatMap((file) => {
    const foreign = ways.filter((way) => !way.files.test(file))
    return foreign.length === 0 ? [] : placesIn(readSource(root, file), foreign)
  })
}

function placesIn(source: Source, foreign: readonly OneWay[]): string[] {
  const found: string[] = []
  source.walk((node) => {
    for (const { isTaken, instead } of foreign) {
      if (isTaken(node)) found.push(`${source.file}:${source.lineOf(node.start)} ${instead}`)
    }
  })
  return found
}

/** `fetch`, or an import from the socket modules beyond types and address parsing. */
function opensConnections(node: Node): boolean {
  switch (node.type) {
    case 'CallExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'fetch'
    case 'NewExpression':
      return node.callee.type === 'Identifier' && ['WebSocket', 'EventSource'].includes(node.callee.name)
    default:
      return ofSockets.test(loadedBy(node) ?? '')
  }
}

/** The module that an import loads at run time; undefined if it is erased, or imports only harmless names. */
function loadedBy(node: Node): string | undefined {
  const loaded = importsAtAll(node)
  if (node.type !== 'ImportDeclaration') return loaded
  const isHarmless = node.specifiers.every(
    (one) =>
      one.type === 'ImportSpecifier' &&
      (one.importKind === 'type' || (one.imported.type === 'Identifier' && harmless.has(one.imported.name))),
  )
  return isHarmless ? undefined : loaded
}

/** The module that an import loads at run time, whatever it takes of it; undefined if the import is erased. */
function importsAtAll(node: Node): string | undefined {
  if (node.type === 'ImportExpression') return literalText(node.source)
  if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return undefined
  const { specifiers } = node
  const isErased = specifiers.length > 0 && specifiers.every((one) => 'importKind' in one && one.importKind === 'type')
  return isErased ? undefined : node.source.value
}

/**
 * A statement that changes a table whose name is an expression, as those of entities are, or a call of
 * `engine.rows(…)` that does.
 */
function writesEntityRows(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') {
    const { quasis } = node.quasi
    return quasis.slice(0, -1).some(({ value }) => /\b(insert into|update|delete from)\s+$/i.test(value.cooked ?? ''))
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  return property.type === 'Identifier' && ['insert', 'update', 'remove'].includes(property.name) && isRows(object)
}

/** `engine.rows(model)`, or a variable named `rows`. */
function isRows(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'rows'
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  return node.callee.property.type === 'Identifier' && node.callee.property.name === 'rows'
}

/** `store.dialect.name`, or the `name` of a constant that holds the dialect. */
function asksWhichDatabase(node: Node): boolean {
  if (node.type !== 'MemberExpression' || nameOf(node.property) !== 'name') return false
  return (
    nameOf(node.object) === 'dialect' ||
    (node.object.type === 'MemberExpression' && nameOf(node.object.property) === 'dialect')
  )
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? node.name : undefined)

if (import.meta.main) {
  const found = ownWays(process.cwd())
  for (const line of found) console.error(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
