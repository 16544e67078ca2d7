import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One block of code of a page: a whole new file, or lines to add to and to remove from a file that is there. */
export interface Step {
  file: string
  /** Line of the page. */
  line: number
  isEdit: boolean
  code: string
}

/** A page that tells how to add something, as `docs/how-to/add-*.md` are written. */
export interface HowTo {
  /** Path of the page, relative to the root. */
  page: string
  /** The number of files that the first paragraph states, tests not counted; undefined when it states none. */
  stated: number | undefined
  steps: readonly Step[]
  /** Commands of its blocks of shell, such as the one that runs its test. */
  commands: readonly string[]
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** The pages below `root` that tell how to add something, by name. */
export function readHowTos(root: string): HowTo[] {
  const pages = globSync('docs/how-to/add-*.md', { cwd: root }).map((page) => page.split(path.sep).join('/'))
  return pages.sort().map((page) => readHowTo(page, readFileSync(path.join(root, page), 'utf8')))
}

/** Whether a file of a page is a test, which its stated number leaves out. */
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
      // A block belongs to the file that the lines before it name last.
      const file = [...text.slice(0, index).matchAll(/`([^`\n]+\/[^`\n]+\.\w+)`/g)].at(-1)?.[1] ?? ''
      steps.push({ file, line: text.slice(0, index).split('\n').length, isEdit: language === 'diff', code })
    }
  }
  return { page, stated: stated < 0 ? undefined : stated, steps, commands }
}
