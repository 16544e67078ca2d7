import type { EntityRecord } from '@tavla/contract'
import type { Action, Context } from '../../../entity/index.ts'
import { requireLevel } from '../access/levels.ts'
import type { BackupRecords } from '../records/backup-records.ts'
import type { OpenedBackups } from '../records/opened-backups.ts'

/** The actions that read and bring back records of backups (reference: http-api, Actions; hosting, Records of a backup). */
export function recordActions(records: BackupRecords, opened: OpenedBackups): Action[] {
  type Run = (ctx: Context, backup: EntityRecord, data: Record<string, unknown>) => Promise<unknown>
  const onBackup = (name: string, run: Run): Action => ({
    entity: 'Backup',
    name,
    needs: 'read',
    async run(engine, ctx, record, data) {
      await requireLevel(engine, ctx, record.project, 'Design')
      return run(ctx, record, data)
    },
  })
  return [
    { ...onBackup('open_backup', (ctx, { id }) => records.open(ctx, id)), effect: 'outside' },
    {
      ...onBackup('close_backup', async (_ctx, { id }) => {
        await opened.close(id)
        return { status: 'Closed' }
      }),
      effect: 'outside',
    },
    onBackup('list_backup_records', (ctx, record, data) => records.list(ctx, record, data)),
    onBackup('compare_backup_records', (ctx, record, data) => records.compare(ctx, record, data)),
    {
      entity: 'Project',
      name: 'restore_records',
      needs: 'read',
      effect: 'outside',
      async run(engine, ctx, { id }, data) {
        await requireLevel(engine, ctx, id, 'Manage')
        return records.restore(ctx, id, data)
      },
    },
  ]
}
