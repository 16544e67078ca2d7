import { importsOf, packageAddresses, targetOf } from './imports.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Circles of imports below `root`, as `a → b → a`: at run time any, since a file could use another that is
 * not loaded yet; with types counted, those of more than two files, which cannot be read from the bottom up.
 * Two types may refer to each other.
 */
export function importCircles(root: string): string[] {
  const graphs = importGraphs(root)
  const atRunTime = knots(graphs.values)
  const withTypes = knots(graphs.all).filter((knot) => knot.length > 2)
  return [
    ...atRunTime.map((knot) => `${path(graphs.values, knot)}: a circle of imports at run time`),
    ...withTypes.map((knot) => `${path(graphs.all, knot)}: a circle of ${knot.length} files, types counted`),
  ]
}

type Graph = ReadonlyMap<string, readonly string[]>

/** `values`: imports that load a file. `all`: type imports too. A screen that is loaded later may import its loader. */
function importGraphs(root: string): { values: Graph; all: Graph } {
  const addresses = packageAddresses(root)
  const files = new Set(sourceFiles(root))
  const values = new Map<string, string[]>()
  const all = new Map<string, string[]>()
  for (const file of files) {
    const found = importsOf(root, file).flatMap(({ specifier, kind }) => {
      const target = targetOf(file, specifier, addresses)
      return target && files.has(target) && target !== file && kind !== 'later' ? [{ target, kind }] : []
    })
    values.set(
      file,
      found.filter(({ kind }) => kind === 'value').map(({ target }) => target),
    )
    all.set(
      file,
      found.map(({ target }) => target),
    )
  }
  return { values, all }
}

/** Sets of two or more files that each reach all others (strongly connected components, by Tarjan). */
function knots(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found

  function visit(file: string): void {
    const index = order.size
    order.set(file, index)
    open.push(file)
    let low = index
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low !== index) return
    const knot = open.splice(open.indexOf(file))
    if (knot.length > 1) found.push(knot)
  }
}

/** One circle through files of the component, from its first file by name. */
function path(graph: Graph, knot: readonly string[]): string {
  const start = knot.toSorted()[0] as string
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const target of graph.get(way.at(-1) as string) ?? []) {
      if (target === start) return [...way, start].join(' → ')
      if (!knot.includes(target) || seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  return start
}
