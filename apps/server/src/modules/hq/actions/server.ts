import { recordNotFound } from '@tavla/contract'
import { type Action, type Context, setSilently, systemContext, updateIn } from '../../../entity/index.ts'
import { encodeSentence, translateSentence } from '../../../ground/sentences.ts'
import { HostingFault } from '../../../hosting/driver.ts'
import type { Tx } from '../../../store/store.ts'
import { driverFor, type Hq } from '../hq.ts'
import { readServer, serverIds, takenPorts } from '../rows.ts'
import { serverSpec } from '../site-spec.ts'
import { systemFor } from '../transitions.ts'
import { requireOperator } from './project.ts'

/** The actions of a server (reference: http-api, Actions). */
export function serverActions(hq: Hq): Action[] {
  return [
    {
      entity: 'Server',
      name: 'check_server',
      effect: 'outside',
      // Operators only read servers, and run their action (reference: metadata, Visible records).
      needs: 'read',
      async run(engine, ctx, { id }) {
        requireOperator(ctx)
        const { status, last_seen, last_error } = await checkServer(hq, ctx, id)
        const error = translateSentence(hq.site, last_error, ctx.language)
        return { status, last_seen: last_seen === null ? null : engine.clock.toWall(last_seen), error }
      },
    },
    {
      entity: 'Server',
      name: 'begin_maintenance',
      effect: 'outside',
      needs: 'write',
      role: 'System Manager',
      async run(engine, ctx, { id }) {
        await engine.store.write((tx) => updateIn(engine, systemFor(ctx), tx, 'Server', id, { status: 'Maintenance' }))
        return { status: 'Maintenance' }
      },
    },
    {
      entity: 'Server',
      name: 'end_maintenance',
      effect: 'outside',
      needs: 'write',
      role: 'System Manager',
      async run(engine, ctx, { id }) {
        await engine.store.write((tx) => updateIn(engine, systemFor(ctx), tx, 'Server', id, { status: 'Unknown' }))
        const { status } = await checkServer(hq, ctx, id)
        return { status }
      },
    },
  ]
}

interface ServerCheck {
  status: 'Online' | 'Offline' | 'Maintenance'
  /** UTC; null if the server was never online. */
  last_seen: string | null
  /** In its stored form. */
  last_error: string | null
}

/** Checks all servers at once, so that a hung one delays no other. */
async function checkServers(hq: Hq): Promise<void> {
  const ids = await serverIds(hq.site.engine)
  await Promise.all(ids.map((id) => checkServerInBackground(hq, id)))
}

/** Checks a server on HQ's own behalf. Never throws. */
export async function checkServerInBackground(hq: Hq, id: string): Promise<void> {
  const { engine, logs } = hq.site
  try {
    await checkServer(hq, systemContext(engine), id)
  } catch (error) {
    logs.error.error({ err: error, server: id }, 'a server could not be checked')
  }
}

/** Checks every server now and every `serverEvery` milliseconds; returns a function that stops this. */
export function watchServers(hq: Hq): () => void {
  const check = () => hq.site.inBackground(checkServers(hq))
  const timer = setInterval(check, hq.timing.serverEvery).unref()
  check()
  return () => clearInterval(timer)
}

/**
 * Checks whether a server could take a project now, and notes the result in its record (reference: hosting, Local
 * driver). Leaves a server in maintenance in that state.
 */
async function checkServer(hq: Hq, ctx: Context, id: string): Promise<ServerCheck> {
  const { engine } = hq.site
  const server = await readServer(engine, id)
  const fault = await faultOf(hq, server)
  const now = engine.clock.nowUtc()
  return engine.store.write(async (tx) => {
    const row = await engine.rows(engine.models.require('Server')).byIdLocked(tx, id)
    const seen = typeof row?.last_seen === 'string' ? row.last_seen : null
    const checked: ServerCheck = fault
      ? { status: 'Offline', last_seen: seen, last_error: fault }
      : { status: 'Online', last_seen: now, last_error: null }
    if (row?.status === 'Maintenance') checked.status = 'Maintenance'
    if (!row) throw recordNotFound('Server', id)
    const isSame = row.status === checked.status && (row.last_error ?? null) === checked.last_error
    if (isSame) await noteSeen(hq, tx, id, checked)
    else await updateIn(engine, systemFor(ctx), tx, 'Server', id, { ...checked })
    return checked
  })
}

/** Writes the time without a version, so that a user who edits the record meets no conflict. */
const noteSeen = ({ site: { engine } }: Hq, tx: Tx, id: string, { last_seen }: ServerCheck): Promise<void> =>
  setSilently(engine, tx, 'Server', id, { last_seen })

async function faultOf(hq: Hq, server: Awaited<ReturnType<typeof readServer>>): Promise<string | undefined> {
  try {
    await driverFor(hq, server.driver).check(serverSpec(hq.site, server), await takenPorts(hq.site.engine))
    return undefined
  } catch (error) {
    if (error instanceof HostingFault) return encodeSentence(error.detail)
    throw error
  }
}
