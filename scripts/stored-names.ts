import type { Node } from 'oxc-parser'
import { readSource, sourceFiles } from './source-files.ts'

/** The engine, which owns the tables. All other code uses field names, or `sqlOf`. */
const engine = /^apps\/server\/src\/entity\//
const server = /^apps\/server\/src\//

/** The name of a stored column (`c_…`, its folding `f_…`) or table (`e_…`), alone or in a longer text. */
const storedName = /(?<![\w$])[cef]_[a-z]\w*/

/**
 * Every place below `root` outside the engine that names a stored table or column, or takes such a name from a compiled
 * entity, as `file:line message`.
 */
export function strayStoredNames(root: string): string[] {
  return sourceFiles(root)
    .filter((file) => !engine.test(file))
    .flatMap((file) => {
      const source = readSource(root, file)
      const found: string[] = []
      source.walk((node) => {
        const name = writtenName(node)
        if (name) found.push(`${file}:${source.lineOf(node.start)} writes the stored name ${name}: ${instead}`)
        if (server.test(file) && takesName(node)) {
          found.push(`${file}:${source.lineOf(node.start)} takes a stored name from a model: ${instead}`)
        }
      })
      return found
    })
}

const instead =
  'use find, countOf or exists, or sqlOf where they can’t say it (apps/server/src/entity/tables/sql-of.ts)'

function writtenName(node: Node): string | undefined {
  const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : undefined
  return typeof text === 'string' ? storedName.exec(text)?.[0] : undefined
}

/** `….table.name`, `{ table } = ….models.require(…)` or `….column`. */
function takesName(node: Node): boolean {
  if (node.type === 'MemberExpression') {
    const { object } = node
    return isNamed(node, 'column') || (isNamed(node, 'name') && isNamed(object, 'table'))
  }
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern' || node.init?.type !== 'CallExpression') {
    return false
  }
  const { callee } = node.init
  const isModel = callee.type === 'MemberExpression' && isNamed(callee.object, 'models')
  return isModel && node.id.properties.some((one) => one.type === 'Property' && isKey(one.key, 'table'))
}

const isNamed = (node: Node, name: string): boolean =>
  node.type === 'ChainExpression'
    ? isNamed(node.expression, name)
    : node.type === 'MemberExpression' && !node.computed && isKey(node.property, name)

const isKey = (node: Node, name: string): boolean => node.type === 'Identifier' && node.name === name

if (import.meta.main) {
  const found = strayStoredNames(process.cwd())
  for (const line of found) console.error(line)
  console.log(
    `stored names: ${found.length === 0 ? 'the engine keeps them to itself' : `${found.length} outside of it`}`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}
