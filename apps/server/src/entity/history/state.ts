import { setImmediate as turn } from 'node:timers/promises'
import { limits, recordNotFound, type VersionAction, type VersionData } from '@tavla/contract'
import { type Sql, sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { formerNames } from '../reading/former-fields.ts'
import { readTables } from '../reading/read.ts'
import { column, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { SteppingRecord } from './step-back.ts'

const pagePlans = new Plans()
const onePlans = new Plans()

/** A moment of a record's past: right after or right before one of its versions, or a time in UTC. */
export type Moment = { version: string; side: 'after' | 'before' } | { at: string }

/** A stored record with the rows of its Table fields. */
interface StoredRecord {
  row: StoredRow
  tables: StoredTables
}

/** A record as it stood at a moment, under the definition of today. */
export interface PastState extends StoredRecord {
  /** The record as it is. */
  now: StoredRecord
  /** Fields whose values of then are not known; of a row `table/row/field`. */
  unknown: ReadonlySet<string>
  /** The version that made the state; undefined when the history begins later. */
  version: { id: string; at: string } | undefined
  /** Where the history begins, when that is after the moment. UTC. */
  since: string | undefined
}

interface StoredVersion {
  rid: number
  id: string
  action: VersionAction
  user: string
  at: string
  data: string | null
}

/** Versions that are read at once. */
const pageSize = 200

/**
 * Works the record back from what it is now, version by version (reference: metadata, Versions). Reads the record first:
 * a version that is written meanwhile then does no harm.
 * @throws Problem 404 for a version of another record, and for a moment before the record was created
 */
export async function stateOf(
  engine: Engine,
  reader: Reader,
  model: Model,
  id: string,
  moment: Moment,
): Promise<PastState> {
  const row = await engine.rows(model).byId(reader, id)
  if (!row) throw recordNotFound(model.id, id)
  const tables = await readTables(engine, reader, model, id)
  const names = await formerNames(engine, reader, model)
  const versions = new RecordVersions(engine, reader, model.id, id)
  const record = new SteppingRecord(engine, model, names, row, tables)
  const { made, oldest } = await stepBack(versions, record, await endOf(versions, row, moment))
  Object.assign(record.row, { modified: made?.at ?? null, modified_by: made?.user ?? null })
  return {
    row: record.row,
    tables: record.tables,
    now: { row, tables },
    unknown: record.unknown,
    version: made && { id: made.id, at: made.at },
    since: made || 'version' in moment ? undefined : (oldest?.at ?? String(row.modified)),
  }
}

/** Where working back ends: right after or right before a version, or at a time. */
type End = { version: StoredVersion; side: 'after' | 'before' } | { at: string }

/** @throws Problem 404 */
async function endOf(versions: RecordVersions, row: StoredRow, moment: Moment): Promise<End> {
  const created = String(row.creation)
  if ('at' in moment) {
    if (moment.at < created) throw notFoundIn(versions.entity, versions.id)
    return moment
  }
  const version = await versions.one(moment.version)
  // The versions of a former record with the same id are those of another record.
  if (!version || version.at < created) throw notFoundIn('Version', moment.version)
  return { version, side: moment.side }
}

/** Takes the versions after the end back. `made` is the version that led to the state. */
async function stepBack(
  versions: RecordVersions,
  record: SteppingRecord,
  end: End,
): Promise<{ made?: StoredVersion; oldest?: StoredVersion }> {
  const isReached = (version: StoredVersion) => {
    if ('at' in end) return version.at <= end.at
    return end.side === 'after' ? version.rid <= end.version.rid : version.rid < end.version.rid
  }
  let oldest: StoredVersion | undefined
  for await (const version of versions.newestFirst()) {
    if (oldest) record.apply(dataOf(oldest), oldest.at, 'before')
    if (isReached(version)) {
      // A later write that left no version, such as a link that was let go, doesn't change what this version wrote.
      if ('version' in end && end.side === 'after') record.apply(dataOf(version), version.at, 'after')
      return { made: version }
    }
    oldest = version
  }
  if (!oldest) return {}
  if (oldest.action === 'Created') {
    if ('version' in end) throw notFoundIn(versions.entity, versions.id)
    return { made: oldest }
  }
  record.apply(dataOf(oldest), oldest.at, 'before')
  return { oldest }
}

const notFoundIn = (entity: string, id: string) => recordNotFound(entity, id.slice(0, limits.dataLength))

const dataOf = ({ data }: StoredVersion) => JSON.parse(data ?? '{}') as Partial<VersionData>

/** The versions of one record. */
class RecordVersions {
  readonly #engine: Engine
  readonly #reader: Reader
  readonly entity: string
  readonly id: string

  constructor(engine: Engine, reader: Reader, entity: string, id: string) {
    this.#engine = engine
    this.#reader = reader
    this.entity = entity
    this.id = id
  }

  async one(id: string): Promise<StoredVersion | undefined> {
    const plan = onePlans.of(this.#engine, '', () => sql`${this.#select()} and id = ${new Slot(2)}`)
    return this.#reader.get<StoredVersion>(plan.with([this.entity, this.id, id]))
  }

  async *newestFirst(): AsyncGenerator<StoredVersion> {
    const plan = pagePlans.of(
      this.#engine,
      '',
      () => sql`${this.#select()} and rid < ${new Slot(2)} order by rid desc limit ${sql.lit(pageSize)}`,
    )
    for (let below = Number.MAX_SAFE_INTEGER; ; ) {
      const page = await this.#reader.all<StoredVersion>(plan.with([this.entity, this.id, below]))
      yield* page
      if (page.length < pageSize) return
      below = page.at(-1)?.rid ?? 0
      await turn()
    }
  }

  #select(): Sql {
    const versions = this.#engine.models.require('Version')
    const field = (name: string) => column(versions.byName.get(name)?.column ?? name)
    const wanted = ['action', 'user', 'at', 'data'].map((name) => sql`${field(name)} as ${sql.id(name)}`)
    return sql`select rid, id, ${sql.join(wanted)} from ${sql.table(versions.table.name)}
      where ${field('ref_entity')} = ${new Slot(0)} and ${field('ref_id')} = ${new Slot(1)}`
  }
}
