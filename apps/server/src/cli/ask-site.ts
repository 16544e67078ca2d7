import { join, resolve } from 'node:path'
import type { Message } from '@tavla/contract'
import { createQuietSite } from '../app.ts'
import { readExistingConfig, type SiteConfig } from '../config/site-config.ts'
import { find } from '../entity/index.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { StartError } from '../ground/start-error.ts'
import { type ControlClient, connectControl } from '../hosting/control-client.ts'
import type { ProjectQuestion } from '../site.ts'
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

/** A site that a command asks. */
export interface AskedSite {
  environment: string | undefined
  /** @throws StartError with the site's own sentence, or when nobody reaches it */
  ask<T>(question: ProjectQuestion['question'], data: unknown, millis?: number): Promise<T>
}

/** The site in a folder of this machine. */
export const siteHere = (config: SiteConfig): AskedSite => ({
  environment: config.environment,
  ask: async <T>(question: string, data: unknown, millis?: number) =>
    orRefusal(await askSite<Refusable<T>>(config, question, data, millis)),
})

/** The site of a project of HQ; one in a cluster is asked through HQ, which has to run. @throws StartError */
export async function projectOf(hq: SiteConfig, project: string): Promise<AskedSite> {
  const { environment, folder } = await placeOf(hq, project)
  if (folder !== undefined) return siteHere(readExistingConfig(folder))
  return {
    environment,
    async ask<T>(question: ProjectQuestion['question'], data: unknown, millis = patienceMillis) {
      const running = await connectSite(hq)
      if (!running) {
        throw new StartError(`The project ${project} runs in a cluster, which a running HQ alone can reach.`)
      }
      return orRefusal(await askAndEnd<Refusable<T>>(running, 'project', { project, question, data }, millis))
    },
  }
}

/** The environment of a project, and its data folder, if that is on this machine. @throws StartError */
function placeOf(hq: SiteConfig, project: string): Promise<{ environment: string; folder?: string }> {
  return withRecords(hq, async (engine) => {
    const where = { id: project }
    const fields = ['server', 'driver', 'environment']
    const [found] = engine.models.get('Project') ? await find(engine, 'Project', { where, fields, limit: 1 }) : []
    if (!found) throw new StartError(`This HQ has no project ${project}.`)
    const environment = String(found.environment)
    if (found.driver === 'Kubernetes') return { environment }
    const [server] = await find(engine, 'Server', {
      where: { id: String(found.server) },
      fields: ['data_root'],
      limit: 1,
    })
    const root = typeof server?.data_root === 'string' && server.data_root !== '' ? server.data_root : undefined
    return { environment, folder: resolve(root ?? join(hq.dir, 'projects'), project) }
  })
}

type Refusable<T> = T & { refused?: { detail: Message } }

function orRefusal<T>(answer: Refusable<T>): T {
  if (answer.refused) throw new StartError(plainSentence(encodeSentence(answer.refused.detail)))
  return answer
}
