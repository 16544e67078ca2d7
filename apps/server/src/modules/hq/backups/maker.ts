import { textOf } from '@tavla/contract'
import { systemContext } from '../../../entity/index.ts'
import { encodeSentence, plainSentence } from '../../../ground/sentences.ts'
import type { BackupMaker } from '../../../site.ts'
import { requireProductionReason } from '../access/production.ts'
import type { Hq } from '../hq.ts'
import type { Restores } from '../restores/restores.ts'
import { readProject, readProjects } from '../rows.ts'
import type { Backups } from './backups.ts'
import { readBackup, readRow } from './rows.ts'
import { ownId, subjectOf } from './subject.ts'

/** Makes backups and restores for the command (reference: configuration, Backup; configuration, Restore). */
export const backupMaker = (hq: Hq, backups: Backups, restores: Restores): BackupMaker => ({
  async list() {
    const projects = await readProjects(hq.site.engine)
    return [ownId, ...projects.filter(({ startedAt }) => startedAt !== undefined).map(({ id }) => id)]
  },
  async make(project) {
    const { engine } = hq.site
    const ctx = systemContext(engine)
    const { id, done } = await backups.take(ctx, await subjectOf(engine, project), { type: 'Manual' })
    await done
    // Most plans have begun the proof by now.
    if ((await readBackup(engine, id)).status === 'Stored') await backups.prove(ctx, id)
    await backups.proofOf(id)
    const row = await readRow(engine, 'Backup', id)
    const error = textOf(row?.error)
    return { backup: id, status: textOf(row?.status), ...(error === '' ? {} : { error: plainSentence(error) }) }
  },
  async restore({ project, backup, force, reason }) {
    const { engine } = hq.site
    const ctx = systemContext(engine)
    // The command names the project by itself.
    requireProductionReason(ctx, await readProject(engine, project), { confirm: project, reason })
    const { safety } = await restores.begin(ctx, project, { backup, force })
    const fault = await restores.over(project)
    return { safety, fault: fault ? plainSentence(encodeSentence(fault)) : null }
  },
})
