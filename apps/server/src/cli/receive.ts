import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from '@tavla/contract'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { lockData } from '../ground/data-lock.ts'
import { StartError } from '../ground/start-error.ts'
import { version } from '../ground/version.ts'
import { CopyRoom } from '../hosting/copy-room.ts'
import { settlePlacing } from '../hosting/placing.ts'
import { storedFilesIn } from '../hosting/stored-files.ts'
import { acceptJson } from '../http/body.ts'
import { addCopyDoors } from '../http/copy-doors.ts'
import { provesHq } from '../http/from-hq.ts'
import { pathNotFound } from '../http/plugins/errors.ts'
import { copyDatabase } from '../store/copy-database.ts'
import { siteDatabases } from '../store/site-databases.ts'
import { addRestoreDoors } from './receive-doors.ts'

interface ReceiveConfig {
  site: string
  instance_secret: string
  host: string
  port: number
}

/**
 * Opens the data folder of a site that does not run to HQ alone: for a copy of what is there, and for other data in its
 * place (reference: hosting, Copies over the network). Everybody else gets 404.
 * @throws StartError
 */
export async function openReceiver(args: readonly string[]): Promise<{ close(): Promise<void> }> {
  const { dir, config } = readArguments(args)
  const unlock = lockData(dir)
  try {
    settlePlacing(dir)
    const app = await buildReceiver(dir, config)
    await app.listen({ host: config.host, port: config.port })
    return {
      async close() {
        await app.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function buildReceiver(dir: string, { site, instance_secret }: ReceiveConfig): Promise<FastifyInstance> {
  const app = Fastify({
    forceCloseConnections: true,
    connectionTimeout: 120_000,
    routerOptions: { maxParamLength: 2000 },
  })
  const report = (error: unknown) => void process.stderr.write(`${String((error as Error).stack)}\n`)
  const isHq = (request: FastifyRequest) => provesHq(request, instance_secret)
  const requireProof = (request: FastifyRequest) => {
    if (!isHq(request)) throw pathNotFound(request)
  }
  acceptJson(app)
  app.setNotFoundHandler((request) => {
    throw pathNotFound(request)
  })
  app.setErrorHandler((error: Partial<Problem>, _request, reply) => {
    if (!(error instanceof Problem)) report(error)
    return reply.code(error.status ?? 500).send(error.detail ? { detail: error.detail } : {})
  })
  app.get('/api/health', (request) => ({ status: 'ok', ready: true, ...(isHq(request) && { site, version }) }))
  app.get('/api/health/live', () => ({ status: 'ok' }))
  const copies = new CopyRoom(dir, { make: (target) => copyHere(dir, target), databases: siteDatabases, report })
  await app.register(async (scope) => addCopyDoors(scope, copies, requireProof), { prefix: '/api/internal/backup' })
  await app.register(async (scope) => addRestoreDoors(scope, dir, requireProof), { prefix: '/api/internal/restore' })
  await app.ready()
  return app
}

/** The lock of this process keeps everybody else from the data. */
async function copyHere(dir: string, target: string) {
  const { database: url } = JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8')) as { database?: string }
  const data = join(target, url === undefined ? 'data.sqlite' : 'data.dump')
  const copied = await copyDatabase({ file: join(dir, 'store', 'data.sqlite'), url }, data)
  return { program: version, ...copied, data, files: storedFilesIn(dir), release: () => {} }
}

/** @throws StartError */
function readArguments(args: readonly string[]): { dir: string; config: ReceiveConfig } {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { config: text, host: text, port: text },
    })
    const [dir, ...more] = positionals
    if (dir === undefined || more.length > 0 || values.config === undefined) throw new Error('arguments')
    const { site, instance_secret, host, port } = JSON.parse(readFileSync(values.config, 'utf8')) as ReceiveConfig
    if (typeof instance_secret !== 'string' || instance_secret === '') throw new Error('no secret')
    return { dir, config: { site, instance_secret, host: values.host ?? host, port: Number(values.port ?? port) } }
  } catch {
    // The parser's message would quote secrets.
    throw new StartError('"tavla receive" needs a data folder, and a configuration that can be read as --config.')
  }
}
