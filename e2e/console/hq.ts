import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RunningSite } from '../site.ts'

const tavla = path.resolve(import.meta.dirname, '../../apps/server/bin/tavla.mjs')

/** Kills the process that serves a data folder, as a crash would. */
export async function killSite(folder: string): Promise<void> {
  const noted = await readFile(path.join(folder, 'tavla.pid'), 'utf8')
  process.kill(Number.parseInt(noted, 10), 'SIGKILL')
}

/** The folder of a project's site. */
export const projectFolder = ({ folder }: RunningSite, id: string): string => path.join(folder, 'projects', id)

/**
 * Starts a killed site again on its data folder and port, as an HQ unless `command` says otherwise; resolves, when it
 * answers, with a function that stops it.
 */
export async function startAgain(
  { folder, url }: RunningSite,
  command: readonly string[] = ['start', '--data', folder],
): Promise<() => Promise<void>> {
  const options = [...command, '--port', new URL(url).port, '--rate-limit', '0']
  const child = spawn(process.execPath, [tavla, ...options], { stdio: ['ignore', 'pipe', 'ignore'] })
  const closed = once(child, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/^Ready /m.test(said)) resolve()
    })
    void closed.then(() => reject(new Error(`The site did not start again: ${said}`)))
  })
  return async () => {
    child.kill('SIGTERM')
    await closed
  }
}
