import { notPermitted } from '@tavla/contract'
import { type Behaviour, seenWithReference, sqlOf, userSlot } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import { referenceFields } from './reference.ts'

/**
 * Records of one person about a record: nobody else sees them, Administrator included, and their person sees them only
 * while they may read that record (reference: work, Rights).
 */
export const ownOnly = (entity: string) =>
  ({
    entity,
    visible: seenWithReference(...referenceFields),
    listed: (engine) => sql`${sqlOf(engine, entity).field('user')} = ${userSlot}`,
    guard(right, ctx, record) {
      if (!ctx.system && right !== 'create' && record.user !== ctx.actor.user) throw notPermitted(right, entity)
    },
  }) satisfies Behaviour
