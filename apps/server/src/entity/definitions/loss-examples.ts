import type { EntityRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { getRecord } from '../reading/read.ts'
import type { Loss } from './loss-scan.ts'

/** A record that loses something, as far as the reader may see it. */
interface LossExample {
  id: string
  /** Null where it has none besides its id, or it may not be read. */
  title: string | null
  /** What it holds now, in short: of a table the number of its rows; null where it may not be read. */
  value: string | number | null
}

const longest = 80

/** The losses, with the title and the value of their first records, read with the reader's own rights. */
export async function withExamples(
  engine: Engine,
  ctx: Context,
  model: Model,
  losses: readonly Loss[],
): Promise<(Loss & { examples: LossExample[] })[]> {
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
      return { id, title: titleOf(model, record), value: inShort(record, loss.fieldname) }
    }),
  }))
}

function titleOf({ titleField }: Model, record: EntityRecord | undefined): string | null {
  if (!titleField || titleField.name === 'id' || titleField.kind === 'secret') return null
  const title = inShort(record, titleField.name)
  return title === null ? null : String(title)
}

function inShort(record: EntityRecord | undefined, fieldname: string): string | number | null {
  const value: unknown = record?._link_titles?.[fieldname] ?? record?.[fieldname] ?? null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.length
  const text = typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ') : value === null ? '' : JSON.stringify(value)
  return text.replace(/\s+/g, ' ').trim().slice(0, longest) || null
}
