import { join, resolve } from 'node:path'
import { createQuietSite } from '../app.ts'
import { readExistingConfig, type SiteConfig, type SiteOptions } from '../config/site-config.ts'
import { find } from '../entity/index.ts'
import { StartError } from '../ground/start-error.ts'
import { type ControlClient, connectControl } from '../hosting/control-client.ts'
import { withRecords } from './records.ts'

export interface ResetWishes {
  user: string
  /** Data folder of a stand-alone site. */
  site?: string | undefined
  /** Id of a project of HQ. */
  project?: string | undefined
}

/**
 * Gives a user of HQ, of a site or of a project a generated password (reference: configuration, Passwords by command). A
 * running site does it itself; otherwise its data are taken for that time. Resolves to what to print.
 * @throws StartError with one sentence
 */
export async function resetPassword(dir: string, options: SiteOptions, wishes: ResetWishes): Promise<string> {
  const config = await siteOf(dir, options, wishes)
  const running = await connectControl(config.dir, config.instanceSecret)
  if (running) return ask(running, wishes.user)
  const quiet = await createQuietSite(config)
  try {
    const client = await connectControl(config.dir, config.instanceSecret)
    if (!client) throw new StartError(`The site in ${config.dir} does not answer.`)
    return await ask(client, wishes.user)
  } finally {
    await quiet.close()
  }
}

async function ask(client: ControlClient, name: string): Promise<string> {
  try {
    const { user, password } = await client.ask<{ user: string; password: string }>('reset_password', name)
    return `New password of ${user}: ${password}\n`
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  } finally {
    client.end()
  }
}

async function siteOf(dir: string, options: SiteOptions, { site, project }: ResetWishes): Promise<SiteConfig> {
  if (site !== undefined) return readExistingConfig(site, options)
  const hq = readExistingConfig(dir, options)
  return project === undefined ? hq : readExistingConfig(await folderOf(hq, project))
}

/** @throws StartError */
function folderOf(hq: SiteConfig, project: string): Promise<string> {
  return withRecords(hq, async (engine) => {
    const where = { id: project }
    const [found] = engine.models.get('Project')
      ? await find(engine, 'Project', { where, fields: ['server', 'driver'], limit: 1 })
      : []
    if (!found) throw new StartError(`This HQ has no project ${project}.`)
    if (found.driver === 'Kubernetes') {
      throw new StartError(`The project ${project} runs in a cluster; sign in there with HQ, and set the password.`)
    }
    const [server] = await find(engine, 'Server', {
      where: { id: String(found.server) },
      fields: ['data_root'],
      limit: 1,
    })
    const root = typeof server?.data_root === 'string' && server.data_root !== '' ? server.data_root : undefined
    return resolve(root ?? join(hq.dir, 'projects'), project)
  })
}
