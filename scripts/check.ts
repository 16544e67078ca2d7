import { runToolQuietly } from './children.ts'
import { add, noTests, ofStep, type Tally } from './tally.ts'

/** The steps of `npm run check`, begun in this order; each step runs whatever the result of the others. */
export const steps: readonly { name: string; command: string; args: readonly string[] }[] = [
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'lint with types', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'unused code and dependencies', command: 'knip', args: ['--no-progress', '--no-config-hints'] },
  { name: 'arrows', command: 'node', args: ['scripts/arrows.ts'] },
  { name: 'entity names', command: 'node', args: ['scripts/entity-names.ts'] },
  { name: 'stored names', command: 'node', args: ['scripts/stored-names.ts'] },
  { name: 'one way', command: 'node', args: ['scripts/one-way.ts'] },
  { name: 'order of styles', command: 'node', args: ['scripts/style-order.ts'] },
  { name: 'links of the docs', command: 'node', args: ['scripts/doc-links.ts'] },
  { name: 'paths of the docs', command: 'node', args: ['scripts/doc-paths.ts'] },
  { name: 'how-to pages', command: 'node', args: ['scripts/how-to/fits.ts'] },
  { name: 'citations', command: 'node', args: ['scripts/reference/citations.ts'] },
  { name: 'plain English', command: 'node', args: ['scripts/prose.ts'] },
  { name: 'commit messages', command: 'node', args: ['scripts/commits.ts'] },
]

/** Runs every step of the check, two at a time since many keep only one core busy, and prints each result. */
export async function check(): Promise<Tally> {
  const tally = noTests()
  const waiting = steps.values()
  const work = async () => {
    for (const { name, command, args } of waiting) {
      const code = await runToolQuietly(command, args)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
      add(tally, ofStep(name, code))
    }
  }
  await Promise.all([work(), work()])
  return tally
}
