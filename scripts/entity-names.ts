import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Node } from 'oxc-parser'
import { namingRooms } from './entity-name-rules.ts'
import { literalText, readSource, type Source, sourceFiles } from './source-files.ts'
import { textsOfCode } from './texts.ts'

/** Every place below `root` where a room names a built-in entity that it may not know, as `file:line message`. */
export function foreignEntityNames(root: string): string[] {
  const entities = builtInEntities(root)
  return sourceFiles(root).flatMap((file) => {
    const room = namingRooms.find(({ files }) => files.test(file))
    if (!room) return []
    return namesIn(readSource(root, file), (name) => entities.has(name) && !room.may.includes(name)).map(
      ({ name, line }) => `${file}:${line} ${room.name} may not name the entity ${name}`,
    )
  })
}

/** The strings and keys of a file that match `isWanted` and are no interface texts. */
function namesIn(source: Source, isWanted: (name: string) => boolean): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = []
  source.walk((node) => {
    const name = node.type === 'Property' ? keyOf(node) : literalText(node)
    if (name !== undefined && isWanted(name)) found.push({ name, line: source.lineOf(node.start) })
  })
  if (found.length === 0) return []
  // A label may be the same word.
  const texts = new Set(textsOfCode(source).map(({ text, where }) => `${where} ${text}`))
  return found.filter(({ name, line }) => !texts.has(`${source.file}:${line} ${name}`))
}

/** The key of `{ User: … }`; a quoted one is found as a string. */
function keyOf({ key, computed }: Extract<Node, { type: 'Property' }>): string | undefined {
  return !computed && key.type === 'Identifier' ? key.name : undefined
}

function builtInEntities(root: string): ReadonlySet<string> {
  const definitions = globSync('apps/server/src/modules/*/entities/*.json', { cwd: root })
  return new Set(
    definitions.map((file) => (JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { id: string }).id),
  )
}

if (import.meta.main) {
  const found = foreignEntityNames(process.cwd())
  for (const line of found) console.error(line)
  console.log(
    `entity names: ${found.length === 0 ? 'every room knows its own alone' : `${found.length} in wrong rooms`}`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}
