import { invalid } from '@tavla/contract'
import { type Behaviour, renameRoleInTransitions } from '../../../entity/index.ts'
import { notDeletable } from '../not-deletable.ts'

/** Rules of roles (reference: metadata, Rules of built-in entities): core roles cannot change. */
export const roleBehaviour: Behaviour = {
  entity: 'Role',
  beforeSave({ after, before, reject }) {
    if (!before?.is_core) return
    after.role_name = before.role_name as string
    if (after.disabled) reject('disabled', { text: '{0} cannot be disabled', args: [{ translate: String(before.id) }] })
  },
  beforeDelete({ before, id }) {
    if (before?.is_core) throw notDeletable(id)
  },
  async renamed(engine, _ctx, tx, from, to) {
    const role = await engine.rows(engine.models.require('Role')).byId(tx, to)
    if (role?.is_core) throw invalid('{0} cannot be renamed', [{ translate: from }])
    await renameRoleInTransitions(engine, tx, from, to)
  },
}
