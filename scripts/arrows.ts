import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { packageRules, rooms } from './arrow-rules.ts'
import { importCircles } from './circles.ts'
import { importsOf, packageAddresses, targetOf } from './imports.ts'
import { sourceFiles } from './source-files.ts'

/** Every import below `root` that breaks a rule, as `file:line message`. */
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

/** The reason why `file` may not import `specifier`, or undefined. */
function refuse(
  root: string,
  file: string,
  from: RoomOfFile,
  specifier: string,
  addresses: ReadonlyMap<string, string>,
): string | undefined {
  if (!specifier.startsWith('.') && !specifier.startsWith('@tavla/')) return refusePackage(from, specifier)
  const target = targetOf(file, specifier, addresses)
  if (!target) return `${specifier} is not exported by its package`
  if (specifier.startsWith('.') && workspaceOf(target) !== workspaceOf(file)) {
    return `${specifier} leaves its package: import the other package by its name`
  }
  const to = roomOf(target)
  // An image, a style sheet or a definition of the same package; tsc checks that TypeScript files exist.
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

if (import.meta.main) {
  const broken = [...brokenArrows(process.cwd()), ...importCircles(process.cwd())]
  for (const line of broken) console.error(line)
  console.log(
    `arrows: ${broken.length === 0 ? 'every import keeps to them, none leads in a circle' : `${broken.length} broken`}`,
  )
  process.exitCode = broken.length === 0 ? 0 : 1
}
