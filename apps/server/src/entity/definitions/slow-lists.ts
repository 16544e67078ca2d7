import type { SlowLists } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { canBeIndexed } from '../model/table-indexes.ts'
import { sizeNow } from '../tables/sizes.ts'

/** A list of fewer records is sorted and filtered without an index before anybody waits for it. */
const quickUpTo = 50_000

/** The fields of an entity by which its lists are slow for want of an index (reference: metadata, Slow lists). */
export async function slowLists(engine: Engine, model: Model): Promise<SlowLists | undefined> {
  if (model.kind !== 'Document') return undefined
  const records = await sizeNow(engine, model)
  const fields = model.stored.filter((field) => isListed(model, field) && canBeIndexed(field))
  if (records <= quickUpTo || fields.length === 0) return undefined
  return { records, fields: fields.map(({ name }) => name) }
}

/** True for a field that its lists show or sort by, and by which no index sorts them. */
const isListed = ({ ordered, sortField }: Model, field: Model['stored'][number]) =>
  !ordered.has(field) && field.meta.hidden !== 1 && (field.meta.in_list_view === 1 || field === sortField)
