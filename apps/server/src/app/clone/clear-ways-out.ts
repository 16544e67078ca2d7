import { type Engine, emptyEntities, find, type Matches, setSilently } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'

type Values = Readonly<Record<string, string | number | null>>

/** Fields that let a site write to people, or act for them elsewhere. */
const cleared: readonly (readonly [entity: string, values: Values])[] = [
  [
    'Email Account',
    {
      password: null,
      hook_token: null,
      enable_incoming: 0,
      enable_outgoing: 0,
      status: 'Not Tested',
      last_error: null,
    },
  ],
  ['Connected App', { client_secret: null }],
  ['Google Settings', { client_secret: null }],
  ['Whatsapp Webhook', { access_token: null, app_secret: null, verify_token: null, mode: 'Sandbox', last_error: null }],
]

/** Why it waited is no reason any more. */
const cancelled = { status: 'Cancelled', error: null }

/** Records that say that something leaves, is being worked on or waits, and what they say instead. */
const ended: readonly (readonly [entity: string, where: Matches, values: Values])[] = [
  ['Email Queue', { status: { in: ['Scheduled', 'Not Sent', 'Held', 'Sending'] } }, cancelled],
  ['Whatsapp Message', { status: { in: ['Scheduled', 'Queued', 'Held'] } }, cancelled],
  ['Communication', { status: 'Scheduled' }, { status: 'Draft' }],
  ['Job', { status: { in: ['Waiting', 'Running'] } }, { status: 'Interrupted' }],
]

/** Empties the tables of work under way, and of keys that prove who somebody is. */
const underWay = [
  ...[sql`delete from outbox`, sql`delete from inbox`, sql`delete from session_secret`, sql`delete from reset_key`],
  ...[sql`delete from oauth_flow`, sql`delete from transfer`, sql`delete from job_task`, sql`delete from job_state`],
]

/**
 * Takes from a copy of a site what would let it act for the original: secrets of accounts, tokens, sessions, and
 * messages in line (reference: hosting, Clone). Users keep their passwords.
 */
export async function clearWaysOut(engine: Engine): Promise<void> {
  for (const [entity, values] of cleared) await setAll(engine, entity, {}, values)
  for (const [entity, where, values] of ended) await setAll(engine, entity, where, values)
  await emptyEntities(engine, new Set(['Token Cache', 'Session']), { withLogs: false })
  await engine.store.write(async (tx) => {
    for (const empty of underWay) await tx.run(empty)
  })
}

async function setAll(engine: Engine, entity: string, where: Matches, values: Values): Promise<void> {
  if (!engine.models.get(entity)) return
  const ids = (await find(engine, entity, { where })).map(({ id }) => id)
  await engine.store.write((tx) => setSilently(engine, tx, entity, ids, values))
}
