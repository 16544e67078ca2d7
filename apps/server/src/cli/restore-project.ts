import { parseArgs } from 'node:util'
import { limits, type Message, Problem } from '@tavla/contract'
import { readExistingConfig, type SiteConfig } from '../config/site-config.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { StartError } from '../ground/start-error.ts'
import type { RestoreWish } from '../site.ts'
import { connectSite } from './ask-site.ts'

/** Maximum time for a restore with its safety copy and its new backup. Milliseconds. */
const patience = 12 * 3_600_000

/** True for the arguments of `tavla restore` that name a backup of HQ instead of a file. */
export const namesBackup = (args: readonly string[]): boolean => args.some((arg) => /^--backup(=|$)/.test(arg))

/**
 * `tavla restore ID --backup B [--reason T] [--force] [--data DIR]`: brings a project back to a backup (reference:
 * configuration, Restore); resolves to a sentence about it. A running HQ does it, otherwise this process with HQ's data.
 * @throws StartError with the reason for which the project stands as before
 */
export async function restoreProject(args: readonly string[]): Promise<string> {
  const { dir, keyFile, ...wish } = read(args)
  const config = readExistingConfig(dir, { backupKeyFile: keyFile })
  if (!config.apps.includes('hq')) throw new StartError(`The site in ${config.dir} is no HQ.`)
  const { safety, fault } = await restore(config, wish)
  if (fault !== null) throw new StartError(`The project ${wish.project} is as it was before. ${fault}`)
  const copy = safety === null ? 'There was no safety copy.' : `The safety copy is backup ${safety}.`
  return `The project ${wish.project} is restored from backup ${wish.backup}. ${copy}`
}

function read(args: readonly string[]): RestoreWish & { dir: string; keyFile: string | undefined } {
  try {
    const text = { type: 'string' } as const
    const options = { backup: text, reason: text, force: { type: 'boolean' }, data: text, 'backup-key': text } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [project, ...more] = positionals
    const { backup, reason = '', force = false, data } = values
    if (project === undefined || more.length > 0 || !backup) throw new Error('Something is missing')
    return {
      ...{ project, backup, force, reason: reason.trim() },
      dir: data ?? (process.env.DATA_DIR || './data'),
      keyFile: values['backup-key'] ?? (process.env.BACKUP_KEY_FILE || undefined),
    }
  } catch {
    throw new StartError(
      '"tavla restore" is used so: tavla restore ID --backup BACKUP [--reason TEXT] [--force] [--data DIR]',
    )
  }
}

type Outcome = Awaited<ReturnType<NonNullable<import('../site.ts').Site['backupMaker']>['restore']>>

async function restore(config: SiteConfig, wish: RestoreWish): Promise<Outcome> {
  const running = await connectSite(config)
  if (running) {
    try {
      const answer = await running.ask<Outcome & { refused?: Pick<Problem, 'type' | 'detail'> }>(
        'restore',
        wish,
        patience,
      )
      if (answer.refused) throw refusal(answer.refused)
      return answer
    } catch (error) {
      throw error instanceof StartError ? error : new StartError(error instanceof Error ? error.message : String(error))
    } finally {
      running.end()
    }
  }
  // Takes the data lock, which refuses an HQ that runs and does not answer.
  const { createQuietSite } = await import('../app.ts')
  const { site, close } = await createQuietSite(config)
  try {
    if (!site.backupMaker) throw new StartError(`The site in ${config.dir} is no HQ.`)
    return await site.backupMaker.restore(wish)
  } catch (error) {
    throw error instanceof Problem ? refusal(error) : error
  } finally {
    await close()
  }
}

function refusal({ type, detail }: { type: string; detail: Message }): StartError {
  const [least, most] = [limits.shortestReason, limits.longestReason]
  return new StartError(
    type === 'ConfirmationError'
      ? `This project is in production: --reason has to say why, in ${least} to ${most} characters.`
      : plainSentence(encodeSentence(detail)),
  )
}
