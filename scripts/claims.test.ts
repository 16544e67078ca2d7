import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from './arrow-rules.ts'
import { steps } from './check.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Rows of the tables of a page whose last column has this name. */
function rowsHeldBy(page: string, column: string): { claim: string; heldBy: string }[] {
  const found: { claim: string; heldBy: string }[] = []
  let isOpen = false
  for (const line of readFileSync(path.join(root, page), 'utf8').split('\n')) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split(' | ') : []
    const last = cells.at(-1)?.trim() ?? ''
    if (cells.length === 0) isOpen = false
    else if (last === column) isOpen = true
    else if (isOpen && !line.startsWith('|---')) found.push({ claim: cells[0]?.trim() ?? '', heldBy: last })
  }
  return found
}

const names = new Set(steps.map(({ name }) => name))

/** Undefined for a step of the check, an existing test, or a command; otherwise the fault. */
function whyNotHeld(cited: string): string | undefined {
  const [, step, code = ''] = /^(?:\*([^*]+)\*|`([^`]+)`)$/.exec(cited) ?? []
  if (step !== undefined) return names.has(step) ? undefined : `${step} is no step of npm run check`
  if (code.startsWith('npm run ')) return undefined
  const files = [code, `apps/server/src/${code}`].flatMap((file) => globSync(file, { cwd: root }))
  if (!/\.(test|spec)\.tsx?$/.test(code)) return `${cited} is neither a step nor a test`
  return files.length === 1 ? undefined : `${cited} is ${files.length} files`
}

test.each([
  ['docs/architecture.md', 'Held by'],
  ['docs/security.md', 'Test'],
])('each claim of %s cites a step of the check or an existing test', (page, column) => {
  const rows = rowsHeldBy(page, column)
  expect(rows.length).toBeGreaterThan(5)
  const wrong = rows.flatMap(({ claim, heldBy }) =>
    heldBy.split(', ').flatMap((cited) => {
      const why = whyNotHeld(cited)
      return why ? [`${claim}: ${why}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

const architecture = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

/** The floor of each room of the server as the page draws them, counted from above. */
function floorsOnPage(): ReadonlyMap<string, number> {
  const drawn = /floor by floor:\n\n((?: {4}.*\n)+)/.exec(architecture)?.[1] ?? ''
  const floors = drawn
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/, 1)[0] ?? '')
  return new Map(floors.flatMap((names, floor) => names.split(' · ').map((name) => [floorName(name), floor] as const)))
}

/** `entity reading` stands on the floor of `entity`, `module email` and `modules/*` on that of `modules`. */
const floorName = (room: string) => room.replace(/^modules?\b.*/, 'modules').replace(/[ .].*/, '')

test('the floors of the server on the page are those of the arrows: each room imports from below', () => {
  const floors = floorsOnPage()
  const ofServer = rooms.filter(({ files }) => /^\^apps.{1,2}server/.test(files.source))
  expect(new Set(floors.keys())).toEqual(new Set(ofServer.map(({ name }) => floorName(name))))
  const upward = ofServer.flatMap(({ name, may }) => {
    const [from, own] = [floorName(name), floors.get(floorName(name)) ?? 0]
    const above = may.map(floorName).filter((to) => to !== from && (floors.get(to) ?? Infinity) <= own)
    return above.map((to) => `${name} → ${to}`)
  })
  expect(upward).toEqual([])
})

test('each room of the tree stands in the table of rooms', () => {
  const folders = globSync(['apps/server/src/*/', 'apps/server/src/entity/*/', 'packages/*/', 'apps/*/'], { cwd: root })
  const missing = folders
    .map((folder) => folder.split(path.sep).join('/'))
    .filter((folder) => ![folder, folder.replace('apps/server/src/', '')].some((name) => stands(name)))
  expect(missing).toEqual(['apps/server', 'apps/server/src/testing'])
})

const stands = (folder: string) => new RegExp(`\\| .*\`${folder}(?:/\\*)?\`.* \\|`).test(architecture)
