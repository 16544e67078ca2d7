import { readFileSync } from 'node:fs'
import { StartError } from '../ground/start-error.ts'
import { StoreUnavailable } from '../store/errors.ts'
import { helpText } from './help.ts'
import { type Command, readCommand } from './options.ts'
import { onEndSignals } from './signals.ts'

/** The `tavla` command; ends the process when it is done. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    if (args[0] === 'restore') return await restore(args.slice(1))
    if (args[0] === 'backup') return await backUp(args.slice(1))
    if (args[0] === 'recover') return await recover(args.slice(1))
    if (args[0] === 'export' || args[0] === 'import') return await carryDefinitions(args[0], args.slice(1))
    if (args[0] === 'receive') return await receive(args.slice(1))
    const command = readCommand(args, process.env)
    if (command.name === 'help') process.stdout.write(helpText())
    else if (command.name === 'rotate-key') await rotate(command)
    else if (command.name === 'check') await check(command)
    else if (command.name === 'settle-clone') await settle(command)
    else if (command.name === 'reset-password') await resetPassword(command)
    else if (command.name === 'doctor') await doctor(command)
    else if (command.isQuiet) await serveQuietly(command)
    else await serve(command)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(args[0] === 'check' || args[0] === 'doctor' ? couldNotCheck : 1)
  }
}

/** One sentence for an operator's fault; the stack for a fault of ours. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (error instanceof StoreUnavailable) return `The database cannot be used: ${error.message}`
  const { code, path, stack } = error as NodeJS.ErrnoException
  if (isDiskFault(code)) return `The disk does not take what has to be written${path ? ` (${path}, ${code})` : ''}.`
  return stack ?? String(error)
}

const isDiskFault = (code: string | undefined) => ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(code ?? '')

/** Copies the settings of a file into the data folder's configuration; `null` removes a setting. @throws StartError */
async function importConfig(dir: string, file: string): Promise<void> {
  const { writeSiteFolder } = await import('../hosting/site-folder.ts')
  let settings: [string, unknown][]
  try {
    settings = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)
  } catch (error) {
    // The parser's message would quote secrets.
    throw new StartError(
      `The configuration file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'no JSON'}).`,
    )
  }
  const config = Object.fromEntries(settings.map(([key, value]) => [key, value ?? undefined]))
  writeSiteFolder({ dir, config })
}

/** Aborted by the first signal to end; a second one ends the process at once. */
function endSignal(): AbortSignal {
  const leaving = new AbortController()
  onEndSignals({ first: () => leaving.abort(), again: () => process.exit(1) })
  return leaving.signal
}

/** `tavla backup`, which reads its own arguments. */
async function backUp(args: readonly string[]): Promise<void> {
  const { backUp: run } = await import('./back-up.ts')
  process.exitCode = await run(args, (line) => void process.stdout.write(`${line}\n`), endSignal)
}

/** `tavla recover`, which reads its own arguments. */
async function recover(args: readonly string[]): Promise<void> {
  const { recover: run } = await import('./recover.ts')
  process.exitCode = await run(args, (line) => void process.stdout.write(`${line}\n`), endSignal())
}

/** `tavla export` and `tavla import`, which read their own arguments. */
async function carryDefinitions(way: 'export' | 'import', args: readonly string[]): Promise<void> {
  const { exportSite, importSite } = await import('./definitions.ts')
  await (way === 'export' ? exportSite : importSite)(args, (line) => void process.stdout.write(`${line}\n`))
}

/** `tavla receive`, which HQ alone starts, in a cluster; it reads its own arguments. */
async function receive(args: readonly string[]): Promise<void> {
  const { openReceiver } = await import('./receive.ts')
  const receiver = await openReceiver(args)
  onEndSignals({ first: () => void receiver.close().then(() => process.exit(0)), again: () => process.exit(1) })
  process.stdout.write('Receives\n')
}

async function rotate({ dir, options }: Command): Promise<void> {
  const { rotateKey } = await import('./rotate-key.ts')
  process.stdout.write(`${await rotateKey(dir, options)}\n`)
}

/** HQ gives the order on the standard input, because it holds a password. */
async function settle({ dir }: Command): Promise<void> {
  const [{ readCloneOrder }, { settleClone }] = await Promise.all([
    import('../app/clone/clone-order.ts'),
    import('../app/clone/settle-clone.ts'),
  ])
  await settleClone(dir, readCloneOrder(Buffer.concat(await process.stdin.toArray()).toString()))
  process.stdout.write('Settled\n')
}

async function restore(args: readonly string[]): Promise<void> {
  const { namesBackup, restoreProject } = await import('./restore-project.ts')
  if (namesBackup(args)) return void process.stdout.write(`${await restoreProject(args)}\n`)
  const { restoreFile } = await import('./restore-file.ts')
  process.stdout.write(`${await restoreFile(args)}\n`)
}

async function resetPassword({ dir, options, reset }: Command): Promise<void> {
  if (!reset) return
  const { resetPassword: run } = await import('./reset-password.ts')
  const text = await run(dir, options, reset)
  await new Promise((resolve) => process.stdout.write(text, resolve))
  process.exit(0)
}

async function doctor({ dir, options }: Command): Promise<void> {
  const { examine, exitCodeOf, textOfLines } = await import('./doctor.ts')
  const lines = await examine(dir, options)
  await new Promise((resolve) => process.stdout.write(textOfLines(lines), resolve))
  process.exit(exitCodeOf(lines))
}

/** Exit code of `check` for a site that it could not check; 1 means that it found a fault. */
const couldNotCheck = 2

async function check({ dir, options, check: wishes }: Command): Promise<void> {
  if (!wishes) return
  const { check: run } = await import('./check.ts')
  const { text, code } = await run(dir, options, wishes)
  await new Promise((resolve) => process.stdout.write(text, resolve))
  process.exitCode = code
}

/**
 * Opens a site for its control socket alone. The process that started it holds its standard input, and the end of that
 * ends the site, which must not outlive an HQ that was killed.
 */
async function serveQuietly({ dir, options }: Command): Promise<void> {
  const [{ readExistingConfig }, { createQuietSite }] = await Promise.all([
    import('../config/site-config.ts'),
    import('../app.ts'),
  ])
  const stopping = Promise.withResolvers<void>()
  onEndSignals({ first: stopping.resolve, again: () => process.exit(1) })
  process.stdin.on('end', stopping.resolve).resume()
  // The HQ that started it may be dead, and the next one may be removing the folder: nothing is written without its lock.
  const site = await createQuietSite(readExistingConfig(dir, options), { stop: stopping.resolve })
  await stopping.promise
  await site.close()
  process.exit(0)
}

async function serve(command: Command): Promise<void> {
  // Handle signals first: one that comes during the start must not leave half a process behind.
  let stop: (() => Promise<void>) | undefined
  let isStopping = false
  const handle = () => {
    isStopping = true
    void stop?.()
  }
  onEndSignals({ first: () => isStopping || handle(), again: () => process.exit(1) })

  const [{ readSiteConfig }, { createSite }] = await Promise.all([
    import('../config/site-config.ts'),
    import('../app.ts'),
  ])
  let config = readSiteConfig(command.dir, command.options)
  if (command.config !== undefined) {
    await importConfig(config.dir, command.config)
    config = readSiteConfig(command.dir, command.options)
  }
  let fail = (error: StartError): void => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  const running = await createSite(config, {
    stop: () => isStopping || handle(),
    isNew: command.isNew,
    fail: (error) => fail(error),
  })
  process.on('unhandledRejection', (error) => running.site.logs.error.error({ err: error }, 'unhandled rejection'))
  stop = async () => {
    await running.close()
    process.exit(0)
  }
  fail = (error) => {
    process.stderr.write(`${error.message}\n`)
    isStopping = true
    void running.close().finally(() => process.exit(1))
  }
  process.on('uncaughtException', (error) => {
    // The state is unknown: finish the work under way, because a new process is safer.
    running.site.logs.error.fatal({ err: error }, 'uncaught exception')
    if (isStopping) process.exit(1)
    isStopping = true
    void running.close().finally(() => process.exit(1))
  })
  if (isStopping) return stop()
  const url = await running.listen().catch(async (error: unknown) => {
    await running.close()
    throw error
  })
  process.stdout.write(`Ready ${url}\n`)
  const { signInLines } = await import('./sign-ins.ts')
  if (process.stdout.isTTY || command.name === 'start') process.stdout.write(signInLines(config))
  if (command.name !== 'start') return
  const { demoLine } = await import('./projects.ts')
  const line = await demoLine(running.site)
  if (line && !isStopping) process.stdout.write(line)
}
