import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readClassUse } from './styles/classes.ts'
import { canMeet } from './styles/meeting.ts'
import { overlap } from './styles/properties.ts'
import { readStyleRules, type StyleRule, textOf } from './styles/rules.ts'

/** The first sheet of every front end; its imports load before any other sheet. */
const firstSheet = 'packages/ui/src/styles/index.css'

/**
 * Pairs of rules below `root` of which the later one wins, as `file selector | file selector: properties`. Style sheets
 * load with the parts that need them, in any order, so the winner would differ between visits.
 */
export function rulesByArrival(root: string): string[] {
  const isFirst = firstSheets(root)
  const files = globSync('{apps,packages}/*/src/**/*.css', { cwd: root }).map((file) => file.split(path.sep).join('/'))
  const rules = files
    .filter((file) => !isFirst.has(file))
    .sort()
    .flatMap((file) => readStyleRules(file, readFileSync(path.join(root, file), 'utf8')))
  const use = readClassUse(root)
  return pairsOf(rules).flatMap(([one, other]) => {
    const properties = clashing(one, other)
    if (properties.length === 0 || !canMeet(one.selector, other.selector, use)) return []
    return [`${one.file} ${textOf(one.selector)} | ${other.file} ${textOf(other.selector)}: ${properties.join(', ')}`]
  })
}

/** Rules of different files with the same layer and specificity. */
function pairsOf(rules: readonly StyleRule[]): [StyleRule, StyleRule][] {
  const groups = Map.groupBy(rules, ({ layer, specificity }) => `${layer} ${specificity}`)
  return [...groups.values()].flatMap((group) =>
    group.flatMap((one, index) =>
      group
        .slice(index + 1)
        .flatMap((other): [StyleRule, StyleRule][] => (one.file === other.file ? [] : [[one, other]])),
    ),
  )
}

/** The properties that both set, to different values. */
function clashing(one: StyleRule, other: StyleRule): string[] {
  return [...one.properties].flatMap(([name, value]) => {
    const isOverruled = other.properties
      .entries()
      .some(([each, its]) => overlap(name, each) && !(name === each && value === its))
    return isOverruled ? [name] : []
  })
}

function firstSheets(root: string): ReadonlySet<string> {
  const sheet = path.join(root, firstSheet)
  const imports = [...readFileSync(sheet, 'utf8').matchAll(/^@import '(.+)';$/gm)].map(([, name = '']) => name)
  return new Set([firstSheet, ...imports.map((name) => path.posix.join(path.posix.dirname(firstSheet), name))])
}

if (import.meta.main) {
  const pairs = rulesByArrival(process.cwd())
  for (const line of pairs) console.error(line)
  console.log(
    `styles: ${pairs.length === 0 ? 'none depends on the order of arrival' : `${pairs.length} pairs depend on the order of arrival`}`,
  )
  process.exitCode = pairs.length === 0 ? 0 : 1
}
