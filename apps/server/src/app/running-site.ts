import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SiteConfig } from '../config/site-config.ts'
import { StartError } from '../ground/start-error.ts'
import type { Site, SiteModule } from '../site.ts'
import type { Background } from './background.ts'

/** A running backend: its data, its server, and how to close it. */
export interface RunningSite {
  readonly site: Site
  readonly server: FastifyInstance
  /** Calls the server without a network, for tests. */
  readonly inject: FastifyInstance['inject']
  /** Opens the port and starts to answer; resolves to the public address. @throws StartError when the port cannot be opened */
  listen(): Promise<string>
  /** Resolves once all background work is done. */
  settled(): Promise<void>
  /** Lets calls under way finish, for at most eight seconds, and closes everything. */
  close(): Promise<void>
}

/** The parts of a site that has been built. */
export interface SiteParts {
  site: Site
  modules: readonly SiteModule[]
  server: FastifyInstance
  live: { close(): Promise<void> }
  background: Background
  /** Called with the port. */
  onListening(port: number): void
  onStopping(): void
  /** Closes data, logs and locks. */
  release(): Promise<void>
}

/** Milliseconds. */
const stopTimeout = 8000

export function runningSite(parts: SiteParts): RunningSite {
  const { site, server } = parts
  let closing: Promise<void> | undefined
  return {
    site,
    server,
    inject: server.inject.bind(server) as FastifyInstance['inject'],
    listen: () => listen(parts),
    settled: () => settle(parts),
    close: () => (closing ??= close(parts)),
  }
}

async function listen({ site: { config, logs }, server, modules, onListening }: SiteParts): Promise<string> {
  await server.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(config, error)
  })
  const { port } = server.server.address() as AddressInfo
  if (!config.publicUrlGiven) config.publicUrl = `http://localhost:${port}`
  logs.server.info({ site: config.siteId, port, url: config.publicUrl }, 'started')
  onListening(port)
  for (const module of modules) module.listening?.()
  return config.publicUrl
}

async function settle({ background, site }: SiteParts): Promise<void> {
  await background.settled()
  await site.security.settled()
}

async function close(parts: SiteParts): Promise<void> {
  const { site, modules, server, live } = parts
  parts.onStopping()
  site.logs.server.info('stopping')
  const leaving = Promise.all(modules.map(async (module) => module.leave?.())).catch((error: unknown) =>
    site.logs.error.error({ err: error }, 'while leaving'),
  )
  // Mails and messages that are due from here on wait in their rows for the next start.
  const sent = site.outbox.close()
  await server.drain.begin()
  await live.close()
  await server.drain.finish(server.close(), stopTimeout)
  await leaving
  for (const module of modules) await module.stop?.()
  await sent
  await settle(parts)
  for (const module of modules) await module.end?.()
  await parts.release()
}

function cannotListen({ host, port }: SiteConfig, error: NodeJS.ErrnoException): StartError {
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is taken by another program.`)
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used by this user.`)
  return new StartError(`The address ${host}, port ${port}, cannot be used (${error.code ?? error.message}).`)
}
