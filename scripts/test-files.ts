import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './children.ts'

/** Test files by their runner, as paths from the root with `/`. */
export interface TestFiles {
  vitest: string[]
  playwright: string[]
}

const patterns = {
  vitest: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
  playwright: ['e2e/**/*.spec.ts'],
}

/** All test files of the project. */
export function testFiles(): TestFiles {
  return { vitest: filesOf(patterns.vitest), playwright: filesOf(patterns.playwright) }
}

/**
 * The test files that match a word: those with the word in their path, else those with the word in their text, such as
 * in the title of a test. Ignores case.
 */
export function filesFor(words: readonly string[], all = testFiles(), read = readText): TestFiles {
  const paths = [...all.vitest, ...all.playwright]
  const meant = new Set(words.flatMap((word) => meantBy(word.toLowerCase(), paths, read)))
  return {
    vitest: all.vitest.filter((file) => meant.has(file)),
    playwright: all.playwright.filter((file) => meant.has(file)),
  }
}

function meantBy(word: string, paths: readonly string[], read: (file: string) => string): string[] {
  const named = paths.filter((file) => file.toLowerCase().includes(word))
  return named.length > 0 ? named : paths.filter((file) => read(file).toLowerCase().includes(word))
}

function filesOf(globs: readonly string[]): string[] {
  return globSync([...globs], { cwd: root }).map((file) => file.replaceAll(path.sep, '/'))
}

function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
