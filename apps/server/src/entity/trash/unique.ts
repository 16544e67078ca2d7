import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { checkUnique } from '../writing/check-unique.ts'
import { type Body, parseValues, writableBody } from '../writing/parse-body.ts'
import { Problems } from '../writing/problems.ts'
import type { RebuiltRecord } from './rebuild.ts'

/**
 * Replaces the values that another record took meanwhile by those that the user chose for these fields.
 * @throws Problem 409 with `errors` for values that are taken, 417 for invalid ones
 */
export async function settleUnique(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  { model, row }: RebuiltRecord,
  values: Body,
): Promise<void> {
  const clashes = new Problems()
  await checkUnique({ engine, tx, model, problems: clashes }, row, null)
  if (clashes.isEmpty) return
  const taken = new Set(clashes.fieldnames)
  const together = model.uniqueTogether.filter(([first]) => first && taken.has(first.name))
  for (const field of together.flat()) taken.add(field.name)
  const chosen = Object.fromEntries(Object.entries(values).filter(([name]) => taken.has(name)))
  const own = row.owner === ctx.actor.user
  const problems = new Problems()
  const writable = writableBody(ctx, model, rightsOf(engine, ctx.actor, model), own, chosen)
  Object.assign(row, parseValues({ engine, ctx, problems }, model, writable, row))
  problems.throwIfAny()
  await checkUnique({ engine, tx, model, problems }, row, null)
  problems.throwIfAny()
}
