import { type Message, Problem, type SkippedRecord, type SkipReason } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { TransitionRefusal } from '../expressions/transition-refusals.ts'
import type { Context } from '../people/actor.ts'
import { titlesNowOrInTrash } from './trashed.ts'

/** Why a record, or a field of it, was not taken back, before it is put into the reader's language. */
export interface Skip {
  entity: string
  id: string
  reason: SkipReason
  message: Message
  fields?: readonly string[]
  by?: string
  at?: string
}

/** Ends the undo of one record; nothing of the record is changed. */
export class Refusal extends Error {
  readonly skip: Omit<Skip, 'entity' | 'id'>

  constructor(skip: Omit<Skip, 'entity' | 'id'>) {
    super(skip.message.text)
    this.skip = skip
  }
}

/** The reason that a refused write gives; errors that are none are thrown on. */
export function skipOf(error: unknown): Omit<Skip, 'entity' | 'id'> {
  if (error instanceof Refusal) return error.skip
  if (error instanceof TransitionRefusal) {
    return { reason: 'invalid', message: error.detail, fields: [error.fieldname] }
  }
  if (!(error instanceof Problem)) throw error
  const { type, detail: message, errors = [] } = error
  // The caller is asked, and repeats the call.
  if (type === 'DataLossError') throw error
  const fields = [...new Set(errors.map(({ fieldname }) => fieldname).filter(Boolean))]
  return { reason: reasonOf(type, fields), message, ...(fields.length > 0 && { fields }) }
}

function reasonOf(type: Problem['type'], fields: readonly string[]): SkipReason {
  if (type === 'PermissionError') return 'right'
  if (type === 'LinkExistsError') return 'linked'
  if (type === 'DuplicateEntryError') return fields.length > 0 ? 'unique' : 'id'
  if (type === 'DoesNotExistError') return 'gone'
  if (type === 'TimestampMismatchError') return 'changed'
  return 'invalid'
}

/** The list as this reader may see it: what they may not read stands together, and is not named. */
export async function presentSkips(
  engine: Engine,
  ctx: Context,
  skips: readonly Skip[],
  isReadable: (skip: Skip) => boolean,
): Promise<SkippedRecord[]> {
  const shown = skips.filter(isReadable)
  const titles = new Map<string, string | null>()
  for (const [entity, ofEntity] of Map.groupBy(shown, (skip) => skip.entity)) {
    const found = await titlesNowOrInTrash(engine, ctx, entity, new Set(ofEntity.map(({ id }) => id)))
    for (const { id } of ofEntity) titles.set(JSON.stringify([entity, id]), found.get(id) ?? null)
  }
  const named = await Promise.all(
    shown.map(async ({ message, at, ...skip }) => ({
      ...skip,
      title: titles.get(JSON.stringify([skip.entity, skip.id])) ?? skip.id,
      ...(at !== undefined && { at: engine.clock.toWall(at) }),
      message: await engine.say(message, ctx.language, skip.entity),
    })),
  )
  const hidden = skips.length - shown.length
  return hidden === 0 ? named : [...named, { reason: 'right', hidden }]
}
