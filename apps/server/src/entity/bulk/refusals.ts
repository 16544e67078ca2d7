import type { BulkRefusal, Message, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { titlesNowOrInTrash } from '../operations/trashed.ts'
import type { Context } from '../people/actor.ts'

/** Why a record was left as it is, before it is put into the reader's language. */
export interface RowRefusal {
  id: string
  messages: readonly Message[]
}

/** Each message of the refused write. */
export function refusalOf({ id, problem }: { id: string; problem: Problem }): RowRefusal {
  const messages = problem.errors?.map(({ message }) => message) ?? []
  return { id, messages: messages.length > 0 ? messages : [problem.detail] }
}

/** The refusals in the reader's language, with the titles that the reader may see. */
export async function presentRefusals(
  engine: Engine,
  ctx: Context,
  entity: string,
  refusals: readonly RowRefusal[],
): Promise<BulkRefusal[]> {
  const ids = new Set(refusals.map(({ id }) => id))
  const titles = ids.size > 0 ? await titlesNowOrInTrash(engine, ctx, entity, ids) : undefined
  return Promise.all(
    refusals.map(async ({ id, messages }) => {
      const said = await Promise.all(messages.map((message) => engine.say(message, ctx.language, entity)))
      return { id, title: titles?.get(id) ?? id, message: said.join(' ') }
    }),
  )
}
