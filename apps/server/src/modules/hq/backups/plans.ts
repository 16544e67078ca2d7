import { textOf } from '@tavla/contract'
import type { Retention } from '../../../backup/retention.ts'
import type { Schedule } from '../../../backup/schedule.ts'
import { type Engine, findOne, type StoredRow } from '../../../entity/index.ts'
import { readRow } from './rows.ts'
import type { Subject } from './subject.ts'

/** A Backup Plan record. */
export interface Plan extends Schedule {
  id: string
  isEnabled: boolean
  store: string
  prove: 'Every Backup' | 'Daily' | 'Weekly'
  retention: Retention
}

/** The plan of a project, or the default plan; undefined where there is none. */
export async function planFor(engine: Engine, { project }: Subject): Promise<Plan | undefined> {
  const own = project && textOf((await readRow(engine, 'Project', project.id))?.backup_plan)
  const id = own || (await findOne(engine, 'Backup Plan', { where: { is_default: 1 } }))?.id
  const row = id === undefined ? undefined : await readRow(engine, 'Backup Plan', id)
  return row && planOf(row)
}

const planOf = (row: StoredRow): Plan => ({
  id: String(row.id),
  isEnabled: row.enabled === 1,
  store: textOf(row.store),
  every: row.every as Plan['every'],
  at: textOf(row.at) || '02:00:00',
  prove: row.prove as Plan['prove'],
  retention: {
    hourly: Number(row.keep_hourly),
    daily: Number(row.keep_daily),
    weekly: Number(row.keep_weekly),
    monthly: Number(row.keep_monthly),
    yearly: Number(row.keep_yearly),
    safetyDays: Number(row.keep_safety_days),
  },
})
