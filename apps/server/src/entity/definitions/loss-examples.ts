import type { DefinitionLoss, EntityRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { getRecord } from '../reading/read.ts'
import type { Loss } from './loss-scan.ts'

const maxLength = 80

/** The losses with title and value of their first records, read with the reader's own permissions. */
export async function withExamples(
  engine: Engine,
  ctx: Context,
  model: Model,
  losses: readonly Loss[],
): Promise<DefinitionLoss[]> {
  const ids = new Set(losses.flatMap(({ samples }) => samples))
  const records = new Map<string, EntityRecord>()
  // The rows of a table have no title of their own.
  if (model.kind !== 'Table') {
    for (const id of ids) {
      const record = await getRecord(engine, ctx, model.id, id).catch(() => undefined)
      if (record) records.set(id, record)
    }
  }
  return losses.map((loss) => ({
    ...loss,
    examples: loss.samples.map((id) => {
      const record = records.get(id)
      return { id, title: titleOf(model, record), value: shortValue(record, loss.fieldname) }
    }),
  }))
}

function titleOf({ titleField }: Model, record: EntityRecord | undefined): string | null {
  if (!titleField || titleField.name === 'id' || titleField.kind === 'secret') return null
  const title = shortValue(record, titleField.name)
  return title === null ? null : String(title)
}

function shortValue(record: EntityRecord | undefined, fieldname: string): string | number | null {
  const value: unknown = record?._link_titles?.[fieldname] ?? record?.[fieldname] ?? null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.length
  const text = typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ') : value === null ? '' : JSON.stringify(value)
  return text.replace(/\s+/g, ' ').trim().slice(0, maxLength) || null
}
