import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One block of code of a page: a whole new file, or lines to add to and to remove from an existing file. */
export interface Step {
  file: string
  /** Line of the page. */
  line: number
  isEdit: boolean
  code: string
}

/** A page that tells how to add something, in the form of `docs/how-to/add-*.md`. */
export interface HowTo {
  /** Path of the page, relative to the root. */
  page: string
  /** The number of files in the first paragraph, without tests; undefined if it names none. */
  stated: number | undefined
  steps: readonly Step[]
  /** Commands of its shell blocks, such as the one that runs its test. */
  commands: readonly string[]
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** The how-to pages below `root`, by name. */
export function readHowTos(root: string): HowTo[] {
  const pages = globSync('docs/how-to/add-*.md', { cwd: root }).map((page) => page.split(path.sep).join('/'))
  return pages.sort().map((page) => readHowTo(page, readFileSync(path.join(root, page), 'utf8')))
}

/** True for a test, which the stated number leaves out. */
export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file)

function readHowTo(page: string, text: string): HowTo {
  const first = /^# .*\n\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? ''
  const word = /\b(\w+) files?\b/i.exec(first)?.[1]?.toLowerCase()
  const stated = word === undefined ? -1 : numbers.indexOf(word)
  const steps: Step[] = []
  const commands: string[] = []
  for (const { index, 1: language, 2: code = '' } of text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') commands.push(...code.trim().split('\n'))
    else {
      // A block belongs to the last file named above it.
      const file = [...text.slice(0, index).matchAll(/`([^`\n]+\/[^`\n]+\.\w+)`/g)].at(-1)?.[1] ?? ''
      steps.push({ file, line: text.slice(0, index).split('\n').length, isEdit: language === 'diff', code })
    }
  }
  return { page, stated: stated < 0 ? undefined : stated, steps, commands }
}
