import { contextNames, variableOf } from './environment.ts'
import { ExpressionFault, quoted } from './faults.ts'
import { functionNames, macroNames, methodNames, ownFunctions } from './functions.ts'
import { isRows, isUsable, type Names, type Rows, type ValueKind } from './names.ts'
import { nearestOf } from './nearest.ts'
import { isNode, partsOf, type SyntaxNode } from './syntax.ts'

/** A name of a field in an expression, and where its last part stands. */
export interface NameUse {
  /** `total`, `lines.amount`, `parent.total`, `old.status` or `ctx.user`. */
  path: string
  start: number
  end: number
}

/** The meaning of a variable of a macro: a row of a list, or a plain value. */
type Local = { path: string; rows: Rows } | undefined

interface Place {
  locals: ReadonlyMap<string, Local>
  isInMacro: boolean
}

const plain = new Set([
  '!_',
  '-_',
  '!=',
  '==',
  'in',
  '+',
  '-',
  '*',
  '/',
  '%',
  '<',
  '<=',
  '>',
  '>=',
  '?:',
  '||',
  '&&',
  'list',
])
const members = new Set(['parent', 'old', 'ctx'])
const shut = new Set(['bind', 'bytes', 'duration', 'dyn', 'int', 'matches', 'timestamp', 'type', 'uint'])

/**
 * Finds each name of an expression, turns whole literals into doubles, and refuses all that expressions leave out of the
 * language (reference: expressions, Functions). @throws ExpressionFault
 */
export function resolveNames(root: SyntaxNode, text: string, names: Names): NameUse[] {
  const resolver = new Resolver(text, names)
  resolver.visit(root, { locals: new Map(), isInMacro: false })
  return resolver.uses
}

class Resolver {
  readonly uses: NameUse[] = []
  readonly #text: string
  readonly #names: Names

  constructor(text: string, names: Names) {
    this.#text = text
    this.#names = names
  }

  visit(node: SyntaxNode, place: Place): void {
    if (node.op === 'value') this.#visitLiteral(node)
    else if (node.op === 'id') this.#visitName(node, place)
    else if (node.op === '.') this.#visitMember(node, place)
    else if (node.op === 'call') this.#visitCall(node, place)
    else if (node.op === 'rcall') this.#visitMethod(node, place)
    else if (plain.has(node.op)) for (const part of partsOf(node)) this.visit(part, place)
    // Of the brackets, those that look into a list or make a map.
    else throw this.#shut(node, node.op === 'map' ? '{' : '[')
  }

  #visitLiteral(node: SyntaxNode): void {
    if (typeof node.args === 'bigint') node.args = Number(node.args)
    if (!['number', 'string', 'boolean'].includes(typeof node.args)) throw this.#shut(node)
  }

  #visitName(node: SyntaxNode, { locals }: Place): void {
    const name = node.args as string
    if (locals.has(name)) return
    if (!this.#names.fields.has(name) || !isUsable(name))
      throw this.#unknown(name, node, [...this.#names.fields.keys(), ...locals.keys()])
    this.#use(node, name)
  }

  /** A field of a row, of the parent or of the record as it was, or who asks and when. */
  #visitMember(node: SyntaxNode, place: Place): void {
    const [left, name] = node.args as [SyntaxNode, string]
    const end = { start: node.pos, end: node.end }
    const local = left.op === 'id' ? place.locals.get(left.args as string) : undefined
    if (local) {
      if (!local.rows.columns.has(name) || !isUsable(name)) throw this.#unknown(name, end, local.rows.columns.keys())
      this.uses.push({ path: `${local.path}.${name}`, ...end })
      return
    }
    const group = this.#groupOf(left, place)
    if (!group) {
      // A plain value has no members.
      this.visit(left, place)
      throw this.#unknown(name, end, [])
    }
    if (!group.has(name) || !isUsable(name)) throw this.#unknown(name, end, group)
    const whose = left.args as string
    this.uses.push({ path: `${whose}.${name}`, ...end })
    left.args = variableOf(whose)
  }

  #groupOf(left: SyntaxNode, { locals }: Place): ReadonlySet<string> | undefined {
    const name = left.args
    if (left.op !== 'id' || typeof name !== 'string' || locals.has(name) || !members.has(name)) return undefined
    if (name === 'parent') return this.#names.parent && new Set(this.#names.parent.keys())
    if (name === 'old') return this.#names.hasOld ? new Set(this.#names.fields.keys()) : undefined
    return this.#names.hasContext ? new Set(contextNames) : undefined
  }

  #visitCall(node: SyntaxNode, place: Place): void {
    const call = node.args as [string, SyntaxNode[]]
    const [name, args] = call
    const end = { start: node.start, end: node.start + name.length }
    if (shut.has(name)) throw this.#shut(end, name)
    if (!(functionNames as readonly string[]).includes(name)) throw this.#unknown(name, end, functionNames)
    if (name === 'has' && args[0]?.op !== '.') throw this.#misunderstood(node)
    call[0] = ownFunctions.get(name) ?? name
    for (const arg of args) this.visit(arg, place)
  }

  #visitMethod(node: SyntaxNode, place: Place): void {
    const call = node.args as [string, SyntaxNode, SyntaxNode[]]
    const [name, receiver, args] = call
    const start = this.#text.indexOf(name, receiver.end)
    const end = { start, end: start + name.length }
    if (shut.has(name)) throw this.#shut(end, name === 'bind' ? 'cel.bind' : name)
    this.visit(receiver, place)
    if ((macroNames as readonly string[]).includes(name)) this.#visitMacro(node, place, end)
    else if ((methodNames as readonly string[]).includes(name)) {
      call[0] = ownFunctions.get(name) ?? name
      for (const arg of args) this.visit(arg, place)
    } else throw this.#unknown(name, end, [...methodNames, ...macroNames])
  }

  /** One list is gone through at a time: a list of lists could take for ages. */
  #visitMacro(node: SyntaxNode, place: Place, end: { start: number; end: number }): void {
    const [name, receiver, [variable, ...steps]] = node.args as [string, SyntaxNode, SyntaxNode[]]
    if (place.isInMacro) throw this.#shut(end, name)
    if (!variable || steps.length === 0 || steps.length > (name === 'map' ? 2 : 1)) throw this.#misunderstood(node)
    const locals = new Map(place.locals).set(variable.args as string, this.#rowsOf(receiver))
    for (const step of steps) this.visit(step, { locals, isInMacro: true })
  }

  /** The list whose rows an expression results in, its names being resolved. */
  #rowsOf(node: SyntaxNode): Local {
    const parts = Array.isArray(node.args) ? (node.args as unknown[]) : []
    if (node.op === 'id') return rowsAt(nameOfVariable(node), this.#names.fields.get(nameOfVariable(node)))
    if (node.op === '.') {
      const [left, name] = parts as [SyntaxNode, string]
      const whose = left.op === 'id' ? nameOfVariable(left) : ''
      if (!members.has(whose)) return undefined
      return rowsAt(`${whose}.${name}`, (whose === 'parent' ? this.#names.parent : this.#names.fields)?.get(name))
    }
    // A filter keeps the rows of its list; both lists of a sum and both results of a choice have one type.
    const source = node.op === 'rcall' && parts[0] === 'filter' ? parts[1] : parts.at(-1)
    const isSame = node.op === 'rcall' ? parts[0] === 'filter' : node.op === '+' || node.op === '?:'
    return isSame && isNode(source) ? this.#rowsOf(source) : undefined
  }

  #use(node: SyntaxNode, path: string): void {
    this.uses.push({ path, start: node.start, end: node.end })
    node.args = variableOf(path)
  }

  #unknown(name: string, place: { start: number; end: number }, known: Iterable<string>): ExpressionFault {
    return new ExpressionFault(
      'Unknown name: {0}',
      { start: place.start, end: place.end },
      [name],
      nearestOf(name, known),
    )
  }

  #shut({ start, end }: { start: number; end: number }, name?: string): ExpressionFault {
    const words = name ?? quoted(this.#text.slice(start, end))
    return new ExpressionFault('{0} is not available here.', { start, end }, [words])
  }

  #misunderstood({ start, end }: SyntaxNode): ExpressionFault {
    return new ExpressionFault('{0} is not understood.', { start, end }, [quoted(this.#text.slice(start, end))])
  }
}

const nameOfVariable = (node: SyntaxNode): string => String(node.args).slice(variableOf('').length)

const rowsAt = (path: string, kind: ValueKind | Rows | undefined): Local =>
  kind !== undefined && isRows(kind) ? { path, rows: kind } : undefined
