import { join, resolve } from 'node:path'
import { createQuietSite } from '../app.ts'
import type { SiteConfig } from '../config/site-config.ts'
import { find } from '../entity/index.ts'
import { StartError } from '../ground/start-error.ts'
import { type ControlClient, connectControl } from '../hosting/control-client.ts'
import { withRecords } from './records.ts'

/** How long a command waits for a busy site, whose data nobody else can take. */
const patienceMillis = 60_000

/**
 * Asks a site over its control socket; one that does not run is opened for that time.
 * @throws StartError with the site's own sentence, or when its data can be taken by nobody
 */
export async function askSite<T>(
  config: SiteConfig,
  question: string,
  data: unknown,
  millis = patienceMillis,
): Promise<T> {
  const ask = (client: ControlClient) => askAndEnd<T>(client, question, data, millis)
  const running = await connectSite(config)
  if (running) return ask(running)
  const quiet = await createQuietSite(config)
  try {
    const client = await connectSite(config)
    if (!client) throw new StartError(`The site in ${config.dir} does not answer.`)
    return await ask(client)
  } finally {
    await quiet.close()
  }
}

/** The control connection to a site; undefined when it does not run. */
export const connectSite = ({ dir, instanceSecret }: SiteConfig): Promise<ControlClient | undefined> =>
  connectControl(dir, instanceSecret, patienceMillis)

async function askAndEnd<T>(client: ControlClient, question: string, data: unknown, millis: number): Promise<T> {
  try {
    return await client.ask<T>(question, data, millis)
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  } finally {
    client.end()
  }
}

/** Data folder of a project of HQ; `inCluster` is the sentence for one that has none here. @throws StartError */
export function projectFolder(hq: SiteConfig, project: string, inCluster: string): Promise<string> {
  return withRecords(hq, async (engine) => {
    const where = { id: project }
    const [found] = engine.models.get('Project')
      ? await find(engine, 'Project', { where, fields: ['server', 'driver'], limit: 1 })
      : []
    if (!found) throw new StartError(`This HQ has no project ${project}.`)
    if (found.driver === 'Kubernetes') throw new StartError(`The project ${project} runs in a cluster; ${inCluster}.`)
    const [server] = await find(engine, 'Server', {
      where: { id: String(found.server) },
      fields: ['data_root'],
      limit: 1,
    })
    const root = typeof server?.data_root === 'string' && server.data_root !== '' ? server.data_root : undefined
    return resolve(root ?? join(hq.dir, 'projects'), project)
  })
}
