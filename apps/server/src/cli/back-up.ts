import { parseArgs } from 'node:util'
import { readExistingConfig, type SiteConfig } from '../config/site-config.ts'
import { StartError } from '../ground/start-error.ts'
import type { MadeBackup } from '../site.ts'
import { connectSite } from './ask-site.ts'

/** Maximum time for one backup and its proof. Milliseconds. */
const patience = 6 * 3_600_000

/** A running HQ, or this process on the data of one that does not run. */
interface Maker {
  list(): Promise<string[]>
  make(project: string): Promise<MadeBackup>
  end(): Promise<void>
}

/**
 * `tavla backup [ID…] [--all] [--data DIR]`: takes, stores and proves a backup of each project, one after the other, with
 * a line for each; with `--to FILE` a stand-alone site becomes a tar (reference: configuration, Backup). Resolves to the
 * exit code. `endSignal` breaks off what would leave something behind.
 * @throws StartError when there is no HQ, or it can be neither asked nor opened
 */
export async function backUp(
  args: readonly string[],
  print: (line: string) => void,
  endSignal: () => AbortSignal,
): Promise<0 | 1> {
  const { ids, isAll, dir, keyFile, to, databaseUrl } = read(args)
  if (to !== undefined) {
    const { archiveSite } = await import('./archive-site.ts')
    print(await archiveSite(dir, to, { databaseUrl, signal: endSignal() }))
    return 0
  }
  const config = readExistingConfig(dir, { backupKeyFile: keyFile })
  if (!config.apps.includes('hq')) throw new StartError(`The site in ${config.dir} is no HQ.`)
  const maker = (await runningHq(config)) ?? (await stoppedHq(config))
  try {
    const known = await maker.list()
    const unknown = ids.find((id) => !known.includes(id))
    if (unknown !== undefined) throw new StartError(`There is no project "${unknown}" that was ever started.`)
    let code: 0 | 1 = 0
    for (const id of isAll ? known : ids) {
      const { status, error } = await maker.make(id)
      if (status !== 'Proven') code = 1
      print(`${id}  ${status}${error === undefined ? '' : `  ${error}`}`)
    }
    return code
  } finally {
    await maker.end()
  }
}

function read(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const options = { all: { type: 'boolean' }, data: text, 'backup-key': text, to: text, database: text } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const { to, database } = values
    const isAll = values.all === true
    const keyFile = values['backup-key'] ?? (process.env.BACKUP_KEY_FILE || undefined)
    const databaseUrl = database ?? (process.env.DATABASE_URL || undefined)
    if (to !== undefined || database !== undefined) {
      const [folder, ...more] = positionals
      const isAlone = !isAll && (values.data ?? values['backup-key']) === undefined && more.length === 0
      if (folder === undefined || to === undefined || !isAlone) throw new StartError(usageOfTar)
      return { ids: [], isAll, dir: folder, keyFile, to, databaseUrl }
    }
    if (isAll === positionals.length > 0) throw new StartError('"tavla backup" needs ids of projects, or --all.')
    const dir = values.data ?? (process.env.DATA_DIR || './data')
    return { ids: positionals, isAll, dir, keyFile, to, databaseUrl }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${(error as Error).message.split('. ')[0]}. "tavla help" lists the options.`)
  }
}

const usageOfTar = 'A tar of one site is made so: tavla backup DIR --to FILE [--database URL]'

async function runningHq(config: SiteConfig): Promise<Maker | undefined> {
  const client = await connectSite(config)
  if (!client) return undefined
  return {
    list: () => client.ask('backup'),
    make: (project) => client.ask('backup', project, patience),
    end: async () => client.end(),
  }
}

/** Takes the data lock, which refuses an HQ that runs and does not answer. @throws StartError */
async function stoppedHq(config: SiteConfig): Promise<Maker> {
  const { createQuietSite } = await import('../app.ts')
  const { site, close } = await createQuietSite(config)
  const { backupMaker } = site
  if (!backupMaker) throw new StartError(`The site in ${config.dir} is no HQ.`)
  return { list: () => backupMaker.list(), make: (project) => backupMaker.make(project), end: close }
}
