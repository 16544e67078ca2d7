import type { FoundRecord, SearchAnswer } from '@tavla/contract'
import { onOtherLayout, searchFold, withoutPrefixes } from '@tavla/fields/server'
import { GatheringReader } from '../../../store/gathering-reader.ts'
import type { Engine } from '../../engine.ts'
import { readRecords } from '../../model/definition-lock.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import { rightsOf } from '../../people/permissions.ts'
import { readerFor } from '../../tables/sizes.ts'
import { nameableFor } from '../list-query.ts'
import { whereOf } from '../list-where.ts'
import { readableFields } from '../suggestions.ts'
import { type FoundRow, foundRows, isCut, maxCounted, type Searched } from './found-rows.ts'
import { type Hit, hitOf, ranks } from './rank.ts'
import { aboutFields, shownRecord } from './shown-record.ts'

export interface EverywhereQuery {
  /** Trimmed, not empty. */
  text: string
  /** The entities to search, of those that the user may read; others are passed over. */
  entities: readonly string[]
  limit: number
  /** How recently the user opened a record: 0 for the last one, undefined for none of the last. */
  recency(entity: string, id: string): number | undefined
}

/**
 * The records of several entities that contain a text, the best first, and their numbers (reference: http-api, Search).
 * Rights are part of each query.
 */
export function searchEverywhere(engine: Engine, ctx: Context, query: EverywhereQuery): Promise<SearchAnswer> {
  return readRecords(engine, async () => {
    const searched = query.entities.flatMap((id) => searchedOf(engine, ctx, id) ?? [])
    const needle = searchFold(query.text)
    const found = new Found(query)
    await found.add(engine, ctx, searched, query.text, 0)
    for (const reading of withoutPrefixes(needle)) {
      if (found.size < query.limit) await found.add(engine, ctx, searched, reading, 1)
    }
    const other = found.size === 0 ? onOtherLayout(query.text) : undefined
    if (other !== undefined) await found.add(engine, ctx, searched, other, 1)
    const results: FoundRecord[] = []
    for (const one of found.best()) results.push(await shownRecord(engine, ctx, one))
    return { results, counts: found.counts, complete: found.isComplete ? 1 : 0 }
  })
}

/** A record that was found, with the reading of the text that it contains. */
export interface FoundHit {
  entity: Searched
  row: FoundRow
  hit: Hit
  needle: string
  /** 0 for the text as typed, 1 for its other readings. */
  reading: number
}

/** The records that the readings of a text find, each once. */
class Found {
  readonly counts: Record<string, number> = {}
  isComplete = true
  readonly #query: EverywhereQuery
  readonly #hits = new Map<string, FoundHit>()

  constructor(query: EverywhereQuery) {
    this.#query = query
  }

  get size(): number {
    return this.#hits.size
  }

  async add(engine: Engine, ctx: Context, entities: readonly Searched[], text: string, reading: number): Promise<void> {
    const needle = searchFold(text)
    const together = new GatheringReader(engine.heavy)
    const search = async (entity: Searched) => {
      const reader = (await readerFor(engine, entity.model)) === engine.heavy ? together : engine.store
      return { entity, ...(await foundRows(engine, ctx, reader, entity, text)) }
    }
    for (const { entity, rows, count, isComplete } of await Promise.all(entities.map(search))) {
      const { id } = entity.model
      if (count > 0) this.counts[id] = Math.max(count, this.counts[id] ?? 0)
      if (!isComplete) this.isComplete = false
      for (const row of rows) {
        const key = `${id}\n${row.id}`
        const fields = { title: entity.title, id: entity.id, others: entity.searched }
        const hit = hitOf(row, fields, needle) ?? withinLong(entity, row)
        if (hit && !this.#hits.has(key)) this.#hits.set(key, { entity, row, hit, needle, reading })
      }
    }
  }

  /** The best records, in the order of the answer. */
  best(): FoundHit[] {
    const recency = ({ entity, row }: FoundHit) => this.#query.recency(entity.model.id, row.id) ?? maxCounted
    const modified = ({ row }: FoundHit) => String(row.modified ?? '')
    return [...this.#hits.values()]
      .toSorted(
        (a, b) =>
          a.reading - b.reading ||
          a.hit.rank - b.hit.rank ||
          recency(a) - recency(b) ||
          (modified(a) < modified(b) ? 1 : -1),
      )
      .slice(0, this.#query.limit)
  }
}

/** The index also finds a text of which only the beginning was read; its end may contain the needle. */
function withinLong({ searched }: Searched, row: FoundRow): Hit | undefined {
  const cut = searched.find((field) => isCut(row[field.name]))
  return cut && { field: cut, rank: ranks.within }
}

/** The fields by which a user may search an entity; undefined when they may not read it. */
function searchedOf(engine: Engine, ctx: Context, entity: string): Searched | undefined {
  const model = engine.models.get(entity)
  if (model?.kind !== 'Document' || rightsOf(engine, ctx.actor, model).read === 'none') return undefined
  const nameable = nameableFor(engine, ctx, model)
  const { title, described } = readableFields(engine, ctx, model, true)
  const id = model.byName.get('id') as Field
  const searched = indexedFields(model).filter((field) => nameable(field.name))
  if (searched.length === 0) return undefined
  const about = aboutFields(model).map((name) => model.byName.get(name))
  const others = [model.imageField, model.byName.get('modified'), ...about].flatMap((field) => field ?? [])
  const shown = [...new Set([id, title, ...searched, ...described, ...others])].filter(
    (field) => field === id || nameable(field.name),
  )
  const { visibility } = whereOf(engine, ctx, model, {})
  return { model, id, title, searched, shown, visibility }
}

/** The fields in the search index. */
function indexedFields(model: Model): Field[] {
  const indexed = new Set(model.table.search)
  return [...model.byName.values()].filter(({ fold }) => fold !== '' && indexed.has(fold))
}
