import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { check } from '../check.ts'
import { root, runTool } from '../children.ts'
import { buildAll } from '../front-ends.ts'
import { release } from './release.ts'

/** `npm run release -- 1.2.0 [--dry-run]`; resolves with an exit code. */
async function main(args: string[]): Promise<number> {
  const engine = ['podman', 'docker'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0)
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean' } },
      allowPositionals: true,
    })
    await release(
      root,
      { version: positionals[0] ?? '', date: new Date().toISOString().slice(0, 10), isDry: values['dry-run'] ?? false },
      {
        check: async () => (await check()).failed,
        build: buildAll,
        image: engine === undefined ? undefined : (name) => runTool(engine, ['build', '-t', name, '.']),
        say: (line) => console.log(line),
      },
    )
    return 0
  } catch (error) {
    console.error(`No release: ${(error as Error).message}`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
