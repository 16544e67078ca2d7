import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ended, root, start } from './children.ts'

/** Makes the demo data in `DATA_DIR` (default `data`) if it is missing; `--reset` deletes the old data first. */
export async function seed(args: string[]): Promise<number> {
  const folder = path.resolve(root, process.env.DATA_DIR || 'data')
  if (args.includes('--reset') && existsSync(folder)) {
    // A mistyped DATA_DIR must not delete other files.
    if (!existsSync(path.join(folder, 'config.json'))) {
      console.error(`${folder} does not look like a data folder (it has no config.json), so it was left alone.`)
      return 1
    }
    rmSync(folder, { recursive: true })
  }
  const server = start('node', ['apps/server/bin/tavla.mjs', 'start'], { PORT: '0' }, ['ignore', 'pipe', 'inherit'])
  let isReady = false
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    // HQ's own data exist when it is ready, those of its project when the project runs.
    if (!isReady && /^ {2}Demo {6}http/m.test(text)) {
      isReady = true
      server.kill('SIGTERM')
    }
  })
  const code = await ended(server)
  if (!isReady) return code || 1
  console.log(`The demo data is in ${folder}.`)
  return code
}
