import { type MessageArg, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { Readers } from '../reading/readers.ts'
import { titlesOf } from '../reading/titles.ts'

/** A record whose field prevents the deletion of another one. */
export interface LinkingRecord {
  entity: string
  id: string
  fieldname: string
}

const maxNamed = 20

/**
 * The refusal of a delete. It names one record in the way by its title and lists up to twenty that the user may see;
 * the rest of `total` is counted but not named.
 */
export async function inUseProblem(
  engine: Engine,
  ctx: Context,
  target: { entity: string; id: string },
  holders: readonly LinkingRecord[],
  total: number,
): Promise<Problem> {
  const seen: LinkingRecord[] = []
  const readers = new Readers(engine)
  for (const holder of holders) {
    if (seen.length === maxNamed) break
    if (ctx.system || (await readers.ask(ctx, holder.entity, holder.id)) === 'yes') seen.push(holder)
  }
  const [first] = seen
  const others = total - seen.length
  const args: MessageArg[] = [{ translate: target.entity }, await titleOf(engine, ctx, target)]
  if (first) args.push({ translate: first.entity }, await titleOf(engine, ctx, first))
  const unnamed = total - (first ? 1 : 0)
  if (unnamed > 0) args.push(unnamed)
  const text = sentence(first !== undefined, unnamed > 0)
  const extra = { links: seen, ...(others > 0 && { others }) }
  return new Problem(409, 'LinkExistsError', 'In Use', { text, args }, { extra })
}

function sentence(isNamed: boolean, hasOthers: boolean): string {
  if (!isNamed) return '{0} {1} cannot be deleted because other records use it ({2}).'
  if (hasOthers) return '{0} {1} cannot be deleted because {2} {3} and {4} more use it.'
  return '{0} {1} cannot be deleted because {2} {3} uses it.'
}

async function titleOf(engine: Engine, ctx: Context, { entity, id }: { entity: string; id: string }): Promise<string> {
  return (await titlesOf(engine, ctx, entity, new Set([id])))?.get(id) ?? id
}
