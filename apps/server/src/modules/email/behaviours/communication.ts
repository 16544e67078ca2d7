import {
  type Behaviour,
  type Change,
  requireReference,
  type StoredRow,
  seenWithReference,
} from '../../../entity/index.ts'
import { encodeSentence, sentencePresenter } from '../../../ground/sentences.ts'
import { notWhile } from '../../../outbox/scheduled.ts'
import type { Site } from '../../../site.ts'
import { forgetReplyTo } from '../answers.ts'
import { endWaiting } from '../send/waiting.ts'

/**
 * The fields of a stored message that users may change; its content is fixed (reference: metadata, Rules of built-in
 * entities).
 */
const changeable = new Set(['status', 'reference_entity', 'reference_id'])

export const communicationBehaviour = (site: Site): Behaviour => ({
  entity: 'Communication',
  async beforeSave(change) {
    if (!change.ctx.system) {
      if (change.before) keepContent(change)
      checkStatus(change)
    }
    await requireReference(change, 'reference_entity', 'reference_id')
  },
  afterSave: announceToRecords,
  beforeDelete: (change) => endWaiting(site, change, 'communication', deletedUnsent),
  afterDelete: announceToRecords,
  erased: ({ tx, id }) => forgetReplyTo(tx, id),
  beforeRestore: ({ row }) => keepUnsent(row),
  visible: seenWithReference('reference_entity', 'reference_id'),
  present: sentencePresenter(site, 'error'),
})

const statuses = ['Open', 'Replied', 'Closed', 'Linked']

/** Refuses changes from or to Scheduled and Draft, which only the server sets. */
function checkStatus({ before, after, reject }: Change): void {
  const [from, to] = [before?.status, after.status]
  if (from === to) return
  if (from === 'Scheduled' || from === 'Draft') throw notWhile(from)
  if (to !== 'Scheduled' && to !== 'Draft') return
  reject('status', { text: '{0} must be one of: {1}', args: [{ translate: 'Status' }, statuses.join(', ')] })
}

function keepContent({ model, before, after, tables }: Change): void {
  for (const { name } of model.stored) {
    if (!changeable.has(name)) after[name] = (before?.[name] ?? null) as string | number | null
  }
  for (const { name } of model.tables) tables[name] = (before?.[name] ?? []) as (typeof tables)[string]
}

/**
 * Tells clients that show the record, or a list with its badge, of a change to its messages (reference: live-events,
 * Delivery).
 */
async function announceToRecords(change: Change): Promise<void> {
  const { before, after } = change
  const shown = [
    'status',
    'sent_or_received',
    'communication_medium',
    'reference_entity',
    'reference_id',
    'delivery_status',
    'error',
  ]
  const isSame = shown.every((name) => (before?.[name] ?? null) === (after[name] ?? null)) && hasSameFiles(change)
  if (before && change.action === 'update' && isSame) return
  const references = [before ?? {}, after].map(({ reference_entity: entity, reference_id: id }) => ({ entity, id }))
  const [from, to] = references as [Reference, Reference]
  await announceTo(change, to)
  if (from.entity !== to.entity || from.id !== to.id) await announceTo(change, from)
}

/** Files of a received message may be added after it. */
function hasSameFiles({ before, tables }: Change): boolean {
  const [former, now] = [before?.attachments, tables.attachments].map((rows) =>
    ((rows ?? []) as readonly { file?: unknown }[]).map(({ file }) => file).join(),
  )
  return former === now
}

const deletedUnsent = { text: 'The message was deleted before it left.' }

/** A message that had not left stays here: a scheduled message comes back as a draft, a waiting one as not sent. */
function keepUnsent(row: StoredRow): void {
  const isScheduled = row.status === 'Scheduled'
  if (!isScheduled && row.delivery_status !== 'Queued' && row.delivery_status !== 'Sending') return
  if (isScheduled) row.status = 'Draft'
  row.delivery_status = isScheduled ? null : 'Error'
  row.error = isScheduled ? null : encodeSentence(deletedUnsent)
}

interface Reference {
  entity?: unknown
  id?: unknown
}

async function announceTo({ engine, ctx, tx, afterCommit }: Change, { entity, id }: Reference): Promise<void> {
  const model = typeof entity === 'string' ? engine.models.get(entity) : undefined
  if (!model || typeof id !== 'string') return
  const row = await engine.rows(model).byId(tx, id)
  if (!row) return
  const event = {
    entity: model.id,
    id,
    action: 'communication',
    newId: null,
    modified: row.modified == null ? null : String(row.modified),
    user: ctx.actor.user,
    ctx,
    owner: row.owner == null ? null : String(row.owner),
    changed: [],
  } as const
  afterCommit(() => engine.emit({ ...event, changed: [] }))
}
