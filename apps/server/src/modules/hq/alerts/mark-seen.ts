import { textOf } from '@tavla/contract'
import { type Action, updateIn } from '../../../entity/index.ts'
import { requireLevel } from '../access/levels.ts'
import { requireOperator } from '../actions/project.ts'
import { systemFor } from '../transitions.ts'

/** `mark_seen` on an Alert, for those who operate its project; that of a disk is for operators of all projects. */
export const markSeen: Action = {
  entity: 'Alert',
  name: 'mark_seen',
  needs: 'read',
  async run(engine, ctx, { id, project }) {
    if (textOf(project) === '') requireOperator(ctx)
    else await requireLevel(engine, ctx, project, 'Operate')
    await engine.store.write((tx) => updateIn(engine, systemFor(ctx), tx, 'Alert', id, { seen_by: ctx.actor.user }))
    return { seen_by: ctx.actor.user }
  },
}
