import type { Context } from '../../../entity/index.ts'
import type { Hq } from '../hq.ts'
import type { Backups } from './backups.ts'
import { subjectOf } from './subject.ts'

/** Takes the backup that a project leaves behind, which is proven after it is gone; false when none can be made. */
export async function takeFinal({ site }: Hq, backups: Backups, ctx: Context, project: string): Promise<boolean> {
  const subject = await subjectOf(site.engine, project)
  const { done } = await backups.take(ctx, subject, { type: 'Final', isPart: true })
  return (await done).status !== 'Failed'
}
