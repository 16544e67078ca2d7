import { Problem } from '@tavla/contract'
import { setSilently } from '../../../entity/index.ts'
import { addMillis } from '../../../ground/utc-text.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { type Connection, connectionOf, webhookEntity } from '../connection.ts'
import type { Inbox, InboxRow, InboxWorker } from './inbox.ts'
import { asObject, type Item, itemsOf, scalarText } from './items.ts'
import { type Reference, recordsOf } from './match.ts'
import { logCall, type Outcome, summaryOf } from './outcome.ts'
import { storeMessage } from './store-message.ts'
import { storeStatus, storeTemplateStatus } from './store-status.ts'

/** Calls whose senders are looked up together, and calls per transaction, between which readers get their turn. */
const batch = 120
const callsPerWrite = 20
/** Delays of a status whose message is just being sent, in milliseconds. */
const statusDelays = [1_000, 5_000, 30_000, 120_000]

/** An answered and parsed call, ready to be stored. */
interface Call {
  row: InboxRow
  connection: Connection
  payload: unknown
  items: readonly Item[]
}

/** Stores webhook calls, many in one transaction, because they come in bursts. */
export function callWorker(site: Site, inbox: Inbox): InboxWorker {
  return {
    batch,
    gather: 40,
    async work(rows) {
      const calls = await readCalls(site, rows)
      const senders = calls.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === 'message' ? (scalarText(item.message.from) ?? []) : [])),
      )
      const records = await recordsOf(site, [...new Set(senders)])
      await dropRows(site, inbox, rows, calls)
      for (let start = 0; start < calls.length; start += callsPerWrite) {
        await storeCalls(site, inbox, calls.slice(start, start + callsPerWrite), records)
      }
    },
  }
}

/** Stores a status that came before its message was noted as sent. */
export function statusWorker(site: Site, inbox: Inbox): InboxWorker {
  return {
    batch: 20,
    async work(rows) {
      for (const row of rows) {
        await site.store.write(async (tx) => {
          const delay = statusDelays[row.attempts + 1]
          const isKnown = await storeStatus(site, tx, asObject(JSON.parse(row.body)))
          if (isKnown === undefined && delay !== undefined) await inbox.later(tx, 'whatsapp status', row.rid, delay)
          else await inbox.done(tx, row.rid)
        })
      }
    },
  }
}

async function readCalls(site: Site, rows: readonly InboxRow[]): Promise<Call[]> {
  const connections = new Map<string, Connection | undefined>()
  for (const { ref } of rows) if (!connections.has(ref)) connections.set(ref, await connectionOf(site, ref))
  return rows.flatMap((row) => {
    const connection = connections.get(row.ref)
    if (!connection) return []
    const payload = parse(row.body)
    const items: Item[] = connection.isActive
      ? itemsOf(payload, connection.phoneNumberId)
      : [{ kind: 'ignored', why: { text: 'The WhatsApp connection is not active.' } }]
    return [{ row, connection, payload, items }]
  })
}

/** Logs and removes calls of a connection that was deleted in the meantime. */
async function dropRows(site: Site, inbox: Inbox, rows: readonly InboxRow[], calls: readonly Call[]): Promise<void> {
  const known = new Set(calls.map(({ row }) => row))
  const gone = rows.filter((row) => !known.has(row))
  if (gone.length === 0) return
  await site.store.write(async (tx) => {
    for (const row of gone) {
      const gone = { outcome: 'Ignored', why: { text: 'There is no connection {0}.', args: [row.ref] } } as const
      await logCall(site, tx, summaryOf([gone]), 200, loggable(parse(row.body)))
      await inbox.done(tx, row.rid)
    }
  })
}

type Records = ReadonlyMap<string, Reference>

async function storeCalls(site: Site, inbox: Inbox, calls: readonly Call[], records: Records): Promise<void> {
  try {
    await site.store.write(async (tx) => {
      for (const call of calls) {
        if (!(await inbox.done(tx, call.row.rid))) continue
        const outcomes: Outcome[] = []
        for (const item of call.items) outcomes.push(await storeItem(site, inbox, tx, call, item, records))
        await logCall(site, tx, summaryOf(outcomes), 200, loggable(call.payload))
      }
      for (const id of new Set(calls.map(({ connection }) => connection.id))) {
        await setSilently(site.engine, tx, webhookEntity, id, { last_received: site.engine.clock.nowUtc() })
      }
    })
  } catch (error) {
    if (!isAboutContent(error)) throw error
    for (const call of calls) await storeOneByOne(site, inbox, call)
  }
}

/** Stores events one by one, so that one that fails doesn't stop the others; the log keeps it. */
async function storeOneByOne(site: Site, inbox: Inbox, call: Call): Promise<void> {
  const outcomes: Outcome[] = []
  for (const item of call.items) {
    const sender = item.kind === 'message' ? scalarText(item.message.from) : null
    const records = await recordsOf(site, sender === null ? [] : [sender])
    const stored = site.store.write((tx) => storeItem(site, inbox, tx, call, item, records))
    outcomes.push(
      await stored.catch((error: unknown): Outcome => {
        if (!isAboutContent(error)) throw error
        site.logs.error.error({ err: error, connection: call.connection.id }, 'a WhatsApp event could not be stored')
        return { outcome: 'Error', why: error instanceof Problem ? error.detail : { text: 'It could not be stored.' } }
      }),
    )
  }
  await site.store.write(async (tx) => {
    if (await inbox.done(tx, call.row.rid)) await logCall(site, tx, summaryOf(outcomes), 200, loggable(call.payload))
  })
}

async function storeItem(
  site: Site,
  inbox: Inbox,
  tx: Tx,
  { connection }: Call,
  item: Item,
  records: Records,
): Promise<Outcome> {
  if (item.kind === 'message') return storeMessage({ site, inbox, tx, connection, records }, item)
  if (item.kind === 'template') return storeTemplateStatus(site, tx, item.update)
  if (item.kind === 'ignored') return { outcome: 'Ignored', why: item.why }
  const outcome = await storeStatus(site, tx, item.status)
  if (outcome) return outcome
  const due = addMillis(site.engine.clock.nowUtc(), statusDelays[0] ?? 0)
  await inbox.add(tx, 'whatsapp status', connection.id, JSON.stringify(item.status), due)
  return { outcome: 'Processed' }
}

/** True for any fault except a database that is away, for which the worker waits. */
const isAboutContent = (error: unknown) =>
  error instanceof Problem || !(error instanceof Error && error.name === 'StoreUnavailable')

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** As much of a call as the field holds. */
function loggable(payload: unknown): unknown {
  const text = JSON.stringify(payload)
  return text.length <= 200_000 && typeof payload === 'object' ? payload : { text: text.slice(0, 200_000) }
}
