import type { Behaviour } from '../../entity/index.ts'

/** A task stores the full name of its author (reference: metadata, Rules of built-in entities). */
export const taskBehaviour: Behaviour = {
  entity: 'Task',
  beforeSave({ action, after, ctx }) {
    if (action === 'create') after.created_by_name = ctx.actor.fullName
  },
}
