import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Node } from 'oxc-parser'
import { literalText, readSource, sourceFiles } from '../source-files.ts'

/** Reads names out of the source below `root` that the running program does not expose as values. */
export class Program {
  readonly #root: string
  readonly #texts: ReadonlyMap<string, string>

  constructor(root: string) {
    this.#root = root
    this.#texts = new Map(sourceFiles(root).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  }

  /** Names of the properties and methods of an interface. @throws Error unless exactly one has that name */
  keysOfInterface(name: string): string[] {
    return this.#only(`interface ${name}`, new RegExp(`\\binterface ${name}\\b`), (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || node.id.name !== name) return undefined
      return node.body.body.flatMap((member) =>
        member.type === 'TSPropertySignature' || member.type === 'TSMethodSignature' ? keyOf(member.key) : [],
      )
    })
  }

  /** Texts of a type that is a union of texts. @throws Error unless exactly one has that name */
  textsOfUnion(name: string): string[] {
    return this.#only(`type ${name}`, new RegExp(`\\btype ${name} =`), (node) => {
      if (node.type !== 'TSTypeAliasDeclaration' || node.id.name !== name) return undefined
      if (node.typeAnnotation.type !== 'TSUnionType') return undefined
      return node.typeAnnotation.types.flatMap((type) =>
        type.type === 'TSLiteralType' ? (literalText(type.literal) ?? []) : [],
      )
    })
  }

  /** Keys of the object, or texts of the list, in a constant of a folder. @throws Error unless there is exactly one */
  constant(name: string, folder: string): string[] {
    return this.#only(`const ${name}`, new RegExp(`\\bconst ${name}\\b`), (node, file) => {
      if (!file.startsWith(folder) || node.type !== 'VariableDeclarator') return undefined
      if (node.id.type !== 'Identifier' || node.id.name !== name) return undefined
      return node.init ? namesIn(node.init) : undefined
    })
  }

  /**
   * Keys of the object that is the argument at `place` of every call of a function. @throws Error unless
   * there is exactly one
   */
  argumentKeys(callee: string, place: number): string[] {
    return this.#only(`a call of ${callee}`, new RegExp(`\\b${callee}\\(`), (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== callee)
        return undefined
      const argument = node.arguments[place]
      return argument?.type === 'ObjectExpression' ? namesIn(argument) : undefined
    })
  }

  /** Every match of `pattern` in the whole source. */
  matches(pattern: RegExp): RegExpExecArray[] {
    return [...this.#texts.values()].flatMap((text) => [...text.matchAll(pattern)])
  }

  #only(what: string, hint: RegExp, pick: (node: Node, file: string) => string[] | undefined): string[] {
    const found: string[][] = []
    for (const [file, text] of this.#texts) {
      if (!hint.test(text)) continue
      readSource(this.#root, file).walk((node) => {
        const names = pick(node, file)
        if (names) found.push(names)
      })
    }
    const [names, ...more] = found
    if (!names || more.length > 0) throw new Error(`${found.length} places are ${what}: the reference needs one`)
    return names
  }
}

function namesIn(node: Node): string[] | undefined {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return namesIn(node.expression)
  if (node.type === 'ArrayExpression') return node.elements.flatMap((item) => literalText(item) ?? [])
  if (node.type !== 'ObjectExpression') return undefined
  return node.properties.flatMap((property) => (property.type === 'Property' ? keyOf(property.key) : []))
}

function keyOf(key: Node): string | [] {
  return key.type === 'Identifier' ? key.name : (literalText(key) ?? [])
}
