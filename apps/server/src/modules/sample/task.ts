import type { Behaviour } from '../../entity/index.ts'

/** A task keeps the full name of whoever made it (contract 1.4). */
export const taskBehaviour: Behaviour = {
  entity: 'Task',
  beforeSave({ action, after, ctx }) {
    if (action === 'create') after.created_by_name = ctx.actor.fullName
  },
}
