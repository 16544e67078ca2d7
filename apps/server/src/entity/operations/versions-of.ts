import type { VersionAction, VersionData } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { column, Plans, Slot } from '../tables/plan.ts'

/** A version of an operation, with values as they are stored in the history. */
export interface OperationVersion {
  rid: number
  id: string
  entity: string
  record: string
  action: VersionAction
  at: string
  data: Partial<VersionData> & { part?: 1 }
}

/** The versions of one record in an operation, the newest first. */
export interface OperationRecord {
  entity: string
  id: string
  versions: OperationVersion[]
  /** True for what went with another record, such as its files: it counts with it. */
  isPart: boolean
}

interface VersionRow {
  rid: number
  id: string
  ref_entity: string
  ref_id: string
  action: VersionAction
  at: string
  data: string | null
}

const versionPlans = new Plans()

/** The records of an operation, those that were written last first. */
export async function recordsOf(engine: Engine, reader: Reader, operation: string): Promise<OperationRecord[]> {
  const versions = engine.models.require('Version')
  const plan = versionPlans.of(engine, '', () => {
    const names = ['ref_entity', 'ref_id', 'action', 'at', 'data']
    const columns = names.map((name) => sql`${column(`c_${name}`)} as ${sql.id(name)}`)
    return sql`select rid, id, ${sql.join(columns)} from ${sql.table(versions.table.name)}
      where c_operation_id = ${new Slot(0)} order by rid desc`
  })
  const rows = await reader.all<VersionRow>(plan.with([operation]))
  const records = new Map<string, OperationRecord>()
  for (const row of rows) {
    if (row.ref_entity === null || row.action === 'Action') continue
    const { ref_entity: entity, ref_id: id, data, ...rest } = row
    const version = { ...rest, rid: Number(row.rid), entity, record: id, data: JSON.parse(data ?? '{}') }
    const key = JSON.stringify([entity, id])
    const record = records.get(key)
    if (record) record.versions.push(version)
    else records.set(key, { entity, id, versions: [version], isPart: false })
  }
  for (const record of records.values()) record.isPart = record.versions.every(({ data }) => data.part === 1)
  return [...records.values()]
}

const laterPlans = new Plans()

/** The newest version after `rid` that satisfies the test, with its author. */
export async function laterVersion(
  engine: Engine,
  reader: Reader,
  { entity, record, rid }: Pick<OperationVersion, 'entity' | 'record' | 'rid'>,
  isWanted: (version: { user: string; operation: string; data: Partial<VersionData> }) => boolean,
): Promise<{ user: string; at: string } | undefined> {
  const versions = engine.models.require('Version')
  const plan = laterPlans.of(
    engine,
    '',
    () => sql`select c_user as author, c_at as at, c_operation_id as operation, c_data as data
      from ${sql.table(versions.table.name)}
      where c_ref_entity = ${new Slot(0)} and c_ref_id = ${new Slot(1)} and rid > ${new Slot(2)}
      order by rid desc limit 500`,
  )
  const rows = await reader.all<{ author: string; at: string; operation: string; data: string | null }>(
    plan.with([entity, record, rid]),
  )
  const found = rows.find(({ author: user, operation, data }) =>
    isWanted({ user, operation, data: JSON.parse(data ?? '{}') }),
  )
  return found && { user: found.author, at: found.at }
}
