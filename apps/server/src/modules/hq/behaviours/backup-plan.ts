import { type Behaviour, type Change, keepFlagOfOther, keepOnlyOne, sqlOf } from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import { ownProjects } from '../access/levels.ts'

const counts = ['hourly', 'daily', 'weekly', 'monthly', 'yearly'].map((name) => `keep_${name}`)
const mostKept = 10_000

/** Rules of backup plans: one is the default, and it keeps a number of backups that is none below nothing. */
export const backupPlanBehaviour: Behaviour = {
  entity: 'Backup Plan',
  beforeSave(change) {
    for (const fieldname of [...counts, 'keep_safety_days']) checkCount(change, fieldname)
  },
  afterSave: (change) => keepOnlyOne(change, 'is_default'),
  beforeRestore: (restored) => keepFlagOfOther(restored, 'Backup Plan', 'is_default'),
  visible(engine, ctx) {
    const own = ownProjects(engine, ctx)
    if (!own) return undefined
    const project = sqlOf(engine, 'Project')
    const isDefault = sqlOf(engine, 'Backup Plan').field('is_default')
    const named = sql`select ${project.field('backup_plan')} from ${project.table} where id in (${own})`
    return { condition: sql<boolean>`(${isDefault} = 1 or id in (${named}))`, dependsOn: ['Project'] }
  },
}

function checkCount({ after, reject, model }: Change, fieldname: string): void {
  const value = Number(after[fieldname] ?? 0)
  if (value >= 0 && value <= mostKept) return
  const label = model.byName.get(fieldname)?.rule.label ?? fieldname
  reject(fieldname, { text: '{0} must be between {1} and {2}', args: [{ translate: label }, 0, mostKept] })
}
