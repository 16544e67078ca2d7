import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { PastState } from '../history/state.ts'
import type { Model } from '../model/model.ts'
import { readTables } from '../reading/read.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { Rebuilding, type RebuiltRecord } from '../trash/rebuild.ts'
import type { RecordContent } from './read-content.ts'

/** A record of then under the definition of now, and what went with it; the main record comes first. */
export async function rebuild(
  engine: Engine,
  reader: Reader,
  { parts }: RecordContent,
): Promise<[main: RebuiltRecord | undefined, ...others: RebuiltRecord[]]> {
  const [main, ...others] = await new Rebuilding(engine, reader).records(parts)
  return [main?.isMain ? main : undefined, ...others]
}

/**
 * The record as it is now beside its state of then; undefined when it is not there. Secrets have no past: they count as
 * the same.
 */
export async function pastStateOf(
  engine: Engine,
  reader: Reader,
  { model, row, tables }: RebuiltRecord,
): Promise<PastState | undefined> {
  const id = String(row.id)
  const now = await engine.rows(model).byId(reader, id)
  if (!now) return undefined
  const tablesNow = await readTables(engine, reader, model, id)
  return {
    row: { ...now, ...withoutSecrets(model, row) },
    tables: Object.fromEntries(
      model.tables.map(({ name, rule }) => {
        const child = engine.models.get(rule.options ?? '')
        return [name, child ? rowsOfThen(child, tables[name] ?? [], tablesNow[name] ?? []) : []]
      }),
    ) as StoredTables,
    now: { row: now, tables: tablesNow },
    unknown: new Set(),
    version: undefined,
    since: undefined,
  }
}

function rowsOfThen(child: Model, then: readonly StoredRow[], now: readonly StoredRow[]): StoredRow[] {
  const known = new Map(now.map((row) => [row.id, row]))
  return then.map((row) => ({ ...known.get(row.id ?? null), ...withoutSecrets(child, row) }))
}

function withoutSecrets(model: Model, row: Readonly<StoredRow>): StoredRow {
  const secrets = new Set(model.stored.flatMap(({ kind, name }) => (kind === 'secret' ? [name] : [])))
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secrets.has(name)))
}
