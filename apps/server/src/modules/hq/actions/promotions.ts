import type { Action } from '../../../entity/index.ts'
import type { Promotions } from '../promotions/promotions.ts'

/** The actions of promotions (reference: http-api, Actions; hosting, Promotion). */
export function promotionActions(promotions: Promotions): Action[] {
  const onPromotion = (name: string, run: (...of: Parameters<Promotions['apply']>) => Promise<unknown>): Action => ({
    ...{ entity: 'Promotion', name, needs: 'read', effect: 'outside' },
    run: (_engine, ctx, { id }, data) => run(ctx, id, data),
  })
  return [
    {
      ...{ entity: 'Project', name: 'plan_promotion', needs: 'read', effect: 'outside' },
      run: (_engine, ctx, { id }, data) => promotions.plan(ctx, id, data),
    },
    onPromotion('pick', (ctx, id, data) => promotions.pick(ctx, id, data)),
    onPromotion('rehearse', (ctx, id) => promotions.rehearse(ctx, id)),
    onPromotion('apply', (ctx, id, data) => promotions.apply(ctx, id, data)),
    onPromotion('roll_back', (ctx, id, data) => promotions.rollBack(ctx, id, data)),
  ]
}
