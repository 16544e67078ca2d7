import { notPermitted } from '@tavla/contract'
import type { Behaviour, Change } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import { requireOperate, seenWithProjects } from '../access/levels.ts'
import type { Hq } from '../hq.ts'

/**
 * Rules of what belongs to projects: it is seen by those who see its project, and made by the program alone (reference:
 * hosting, Levels).
 */
export function projectRecordBehaviours({ site }: Hq): Behaviour[] {
  return [
    {
      entity: 'Backup',
      visible: (engine, ctx) => seenWithProjects(engine, ctx, 'Backup', ['project']),
      beforeSave: (change) => madeByProgram(change, change.before?.project),
      beforeDelete: (change) => {
        if (!change.ctx.system) throw notPermitted('delete', 'Backup')
      },
      present: sentencePresenter(site, 'error'),
    },
    {
      entity: 'Promotion',
      visible: (engine, ctx) => seenWithProjects(engine, ctx, 'Promotion', ['source', 'target']),
      beforeSave: (change) => madeByProgram(change, change.before?.target),
      present: sentencePresenter(site, 'error'),
    },
    {
      entity: 'Alert',
      visible: (engine, ctx) => seenWithProjects(engine, ctx, 'Alert', ['project'], true),
      present: sentencePresenter(site, 'message'),
    },
    {
      entity: 'Project Event',
      visible: (engine, ctx) => seenWithProjects(engine, ctx, 'Project Event', ['project'], true),
      present: sentencePresenter(site, 'message'),
    },
  ]
}

/** @throws Problem 403 for a new one, and for a change by those who may not operate the project */
async function madeByProgram({ action, ctx, engine, tx, model }: Change, project: unknown): Promise<void> {
  if (ctx.system) return
  if (action === 'create') throw notPermitted('create', model.id)
  await requireOperate(engine, ctx, tx, { entity: model.id, right: 'write', project })
}
