import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const instants = new Set(['0s', '0ms', '1ms'])

/** True for a length, the first time of a movement, that is written out and lasts. */
const isFixed = (length: string): boolean => !length.startsWith('var(') && !instants.has(length)

/** Animations and transitions of a sheet whose length is written out: no preference for less motion shortens those. */
function fixedMotions(css: string): string[] {
  const answersPreference = css.includes('@media (prefers-reduced-motion: reduce)')
  const values = css.matchAll(/\b(?:animation|transition)(?:-duration)?:\s*([^;}]+)[;}]/g)
  return [...values]
    .flatMap(([, value = '']) => value.split(/,(?![^(]*\))/))
    .map((motion) => motion.trim().replaceAll(/\s+/g, ' '))
    .filter((motion) => isFixed(motion.split(' ').find((word) => /^(?:[\d.]+m?s$|var\(--motion)/.test(word)) ?? '0s'))
    .filter((motion) => !(answersPreference && motion.includes('infinite')))
}

test('every movement takes its length from the tokens, or stops in a sheet that asks for the preference', () => {
  const sheets = globSync('{apps,packages}/*/src/**/*.css', { cwd: root })
  const found = sheets.flatMap((sheet) =>
    fixedMotions(readFileSync(path.join(root, sheet), 'utf8')).map((motion) => `${sheet}: ${motion}`),
  )
  expect(sheets.length).toBeGreaterThan(10)
  expect(found).toEqual([])
})

test.each([
  ['a length of its own', '.a { animation: fade 0.12s 0.2s both; }', ['fade 0.12s 0.2s both']],
  ['a list', '.a { transition: color var(--motion), opacity 200ms; }', ['opacity 200ms']],
  ['one without end and no answer', '.a { animation: turn 1.1s infinite; }', ['turn 1.1s infinite']],
  ['a length of its own on its own', '.a { animation-duration: 0.18s; }', ['0.18s']],
])('%s is found', (_, css, found) => {
  expect(fixedMotions(css)).toEqual(found)
})

test.each([
  ['a token, with a delay', '.a { animation: fade var(--motion-fast) 0.2s both; }'],
  ['an instant', '.a { animation: saving 1ms 200ms both; }'],
  [
    'one without end that stops',
    '.a { animation: turn 1s infinite; } @media (prefers-reduced-motion: reduce) { .a { animation: none } }',
  ],
])('%s is not', (_, css) => {
  expect(fixedMotions(css)).toEqual([])
})
