import { notPermitted } from '@tavla/contract'
import { type Behaviour, sqlOf, userSlot } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'

const layouts = ['List', 'Table', 'Tiles', 'Board', 'Calendar', 'Fleet']

/**
 * List settings of one user for one entity (reference: screens, List choices): only that user may see and change them.
 */
export const listSettingBehaviour: Behaviour = {
  entity: 'List Setting',
  listed: (engine) => sql`${sqlOf(engine, 'List Setting').field('user')} = ${userSlot}`,
  guard(right, ctx, record) {
    if (!ctx.system && record.user !== ctx.actor.user) throw notPermitted(right, 'List Setting')
  },
  beforeSave({ after, before, ctx, reject }) {
    if (!ctx.system) after.user = (before?.user ?? ctx.actor.user) as string
    if (after.layout !== null && !layouts.includes(String(after.layout))) {
      reject('layout', { text: '{0} must be one of: {1}', args: [{ translate: 'Layout' }, layouts.join(', ')] })
    }
  },
}
