import { type EntityRecord, invalid } from '@tavla/contract'
import { type Action, type Context, type Engine, find, updateIn, updateRecord } from '../../../entity/index.ts'

const entity = 'Communication'

/** Actions of users on messages (reference: http-api, Actions). */
export const communicationActions: readonly Action[] = [
  {
    entity,
    name: 'set_status',
    needs: 'write',
    async run(engine, ctx, { id }, { status = null }) {
      const saved = await updateRecord(engine, ctx, entity, id, { status })
      return { status: saved.status }
    },
  },
  {
    entity,
    name: 'relink',
    needs: 'write',
    async run(engine, ctx, { id }, data) {
      const reference_entity = requiredText(data.reference_entity, 'Reference Entity')
      const reference_id = requiredText(data.reference_id, 'Reference ID')
      await updateRecord(engine, ctx, entity, id, { reference_entity, reference_id })
      return { reference_entity, reference_id }
    },
  },
  {
    entity,
    name: 'mark_seen',
    isMark: true,
    needs: 'write',
    async run(engine, ctx, { id }) {
      await markSeen(engine, ctx, [id])
      return {}
    },
  },
  {
    entity: (model) => model.hasCommunication,
    name: 'mark_communications_read',
    isMark: true,
    needs: 'write',
    async run(engine, ctx, record, { medium = null }) {
      if (medium !== null && medium !== 'Email' && medium !== 'WhatsApp') {
        throw invalid('{0} must be one of: {1}', [{ translate: 'Communication Medium' }, 'Email, WhatsApp'])
      }
      return { seen: await markSeen(engine, ctx, await unseenOf(engine, record, medium)) }
    },
  },
]

async function unseenOf(engine: Engine, record: EntityRecord, medium: string | null): Promise<string[]> {
  const about = { reference_entity: String(record._entity), reference_id: record.id }
  const where = {
    ...about,
    sent_or_received: 'Received',
    seen: { not: 1 },
    ...(medium && { communication_medium: medium }),
  }
  return (await find(engine, entity, { where, order: 'made' })).map(({ id }) => id)
}

/** Resolves to the number of messages that were unseen before. */
function markSeen(engine: Engine, ctx: Context, ids: readonly string[]): Promise<number> {
  const system = { ...ctx, system: true }
  const seen = { seen: 1, seen_by: ctx.actor.user, seen_on: engine.clock.nowUtc() }
  return engine.store.write(async (tx) => {
    let count = 0
    for (const id of ids) {
      const before = await engine.rows(engine.models.require(entity)).byIdLocked(tx, id)
      if (!before || before.seen === 1) continue
      await updateIn(engine, system, tx, entity, id, seen)
      count++
    }
    return count
  })
}

function requiredText(value: unknown, label: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid('{0} is required', [{ translate: label }])
  return value.trim()
}
