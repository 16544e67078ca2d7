import { type Engine, Findings, sqlOf } from '../entity/index.ts'
import { type Sql, sql } from '../store/sql.ts'

/** A kind of messages whose records mirror the rows of the outbox (reference: conversations, Outbox). */
interface MessageKind {
  kind: string
  entity: string
  /** The states of a record that still waits to be sent. */
  waiting: readonly string[]
  /** The states of a record for each state of a waiting row. */
  mirrors: Readonly<Record<string, readonly string[]>>
}

const kinds: readonly MessageKind[] = [
  {
    kind: 'email',
    entity: 'Email Queue',
    waiting: ['Scheduled', 'Not Sent', 'Held', 'Sending'],
    mirrors: { Scheduled: ['Scheduled'], Queued: ['Not Sent'], Held: ['Held'], Sending: ['Sending'] },
  },
  {
    kind: 'whatsapp',
    entity: 'Whatsapp Message',
    waiting: ['Scheduled', 'Queued', 'Held'],
    // The record says that it was sent, or even read, before its row does.
    mirrors: {
      Scheduled: ['Scheduled'],
      Queued: ['Queued'],
      Held: ['Held'],
      Sending: ['Queued', 'Held', 'Sent', 'Delivered', 'Read', 'Failed'],
    },
  },
]

/** Rows of the outbox that wait without their record, records that wait without a row, and pairs that differ. */
export async function checkMessages(engine: Engine): Promise<Findings> {
  const found = new Findings()
  for (const { kind, entity, waiting, mirrors } of kinds) {
    const { table, field } = sqlOf(engine, entity)
    const status = field('status', 'record')
    const rows = sql<{ ref: string; state: string; status: string | null }>`select outbox.ref as ref,
        outbox.state as state, ${status} as status
      from outbox left join ${table} record on record.id = outbox.ref
      where outbox.kind = ${kind} and outbox.state in (${listOf(Object.keys(mirrors))}) order by outbox.rid`
    for (const { ref, state, status } of await engine.store.all(rows)) {
      if (status === null || !mirrors[state]?.includes(status)) found.addFault(`${entity} ${ref}`)
    }
    const lost = sql<{ id: string }>`select record.id as id from ${table} record
      where ${status} in (${listOf(waiting)}) and not exists (select 1 from outbox
        where outbox.kind = ${kind} and outbox.ref = record.id and outbox.state in (${listOf(Object.keys(mirrors))}))
      order by record.rid`
    for (const { id } of await engine.store.all(lost)) found.addFault(`${entity} ${id}`)
  }
  return found
}

const listOf = (values: readonly string[]): Sql => sql.join(values.map((value) => sql.val(value)))
