import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type HowTo, isTest, type Step } from './pages.ts'

/** Follows a page to the letter in the tree at `root`. Returns the obstacles for a reader, as `page:line obstacle`. */
export function follow(root: string, howTo: HowTo): string[] {
  const { page, steps } = howTo
  const wrong = steps.flatMap((step) => {
    const fault = takeStep(root, step)
    return fault ? [`${page}:${step.line} ${fault}`] : []
  })
  return [...wrongNumber(howTo), ...wrong]
}

function wrongNumber({ page, stated, steps, commands }: HowTo): string[] {
  const files = new Set(steps.map(({ file }) => file))
  const needed = [...files].filter((file) => !isTest(file)).length
  const wrong: string[] = []
  if (stated !== needed)
    wrong.push(`${page}:3 the first paragraph states ${stated ?? 'no number of'} files, not ${needed}`)
  if (commands.length === 0) wrong.push(`${page}:1 no command runs a test`)
  return wrong
}

function takeStep(root: string, { file, isEdit, code }: Step): string | undefined {
  const place = path.join(root, file)
  if (!isEdit) {
    if (existsSync(place)) return readFileSync(place, 'utf8') === code ? undefined : `${file} is there already`
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, code)
    return undefined
  }
  if (!existsSync(place)) return `${file} is not there`
  const text = readFileSync(place, 'utf8')
  const edited = edit(text.split('\n'), code.trimEnd().split('\n'))
  if (typeof edited === 'string') return `${file} ${edited}`
  writeFileSync(place, edited.join('\n'))
  return undefined
}

/**
 * The lines after a change, whose lines start with ` `, `-` or `+`; or the reason why it does not fit. `@@`
 * starts another place.
 */
function edit(lines: readonly string[], change: readonly string[]): string[] | string {
  let edited = [...lines]
  for (const part of splitAt(change, '@@')) {
    const before = part.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
    const after = part.filter((line) => !line.startsWith('-')).map((line) => line.slice(1))
    // The page was followed before.
    if (after.length > 0 && placesOf(edited, after).length === 1) continue
    const places = placesOf(edited, before)
    const [at] = places
    if (before.length === 0 || at === undefined) return `has no such lines: ${before[0] ?? ''}`
    if (places.length > 1) return `has these lines ${places.length} times: ${before[0]}`
    edited = edited.toSpliced(at, before.length, ...after)
  }
  return edited
}

const placesOf = (lines: readonly string[], wanted: readonly string[]) =>
  lines.flatMap((_, at) => (wanted.every((line, n) => lines[at + n] === line) ? [at] : []))

function splitAt(lines: readonly string[], mark: string): string[][] {
  const parts: string[][] = [[]]
  for (const line of lines) {
    if (line === mark) parts.push([])
    else parts.at(-1)?.push(line)
  }
  return parts
}
