import { textOrNull } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { writeDefinitions, writeRecords } from '../model/definition-lock.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import type { Action } from '../types.ts'
import { type Body, unwrapBody } from '../writing/parse-body.ts'
import type { Loss } from './rebuild.ts'
import { restoreFromTrash } from './restore.ts'

/** `restore` of a Trash Item: brings its record back (reference: http-api, Trash). */
const restore: Action = {
  entity: 'Trash Item',
  name: 'restore',
  needs: 'read',
  kind: 'Restore',
  async run(engine, ctx, item, data) {
    const sent = unwrapBody(data)
    const values = typeof sent.values === 'object' && sent.values !== null ? (sent.values as Body) : {}
    const options = { newId: textOrNull(sent.new_id), values }
    const { entity, id, losses } =
      item.ref_entity === 'Entity'
        ? await writeDefinitions(engine, (tx) => restoreFromTrash(engine, ctx, tx, item.id, options))
        : await writeRecords(engine, 'Trash Item', (tx) => restoreFromTrash(engine, ctx, tx, item.id, options))
    const told = losses.filter((loss) => mayHear(engine, ctx, loss))
    const not_restored = await Promise.all(told.map((loss) => wireLoss(engine, ctx, loss)))
    return { entity, id, operation: ctx.operation.id, not_restored }
  },
}

export const trashActions: readonly Action[] = [restore]

/** Fields that the user may not read are not named. */
function mayHear(engine: Engine, ctx: Context, { model, permlevel }: Loss): boolean {
  const rights = rightsOf(engine, ctx.actor, model)
  return permlevel === 0 || rights.levelRead === 'all'
}

async function wireLoss(engine: Engine, ctx: Context, { model, id, fieldname, reason, message }: Loss) {
  return { entity: model.id, id, fieldname, reason, message: await engine.say(message, ctx.language, model.id) }
}
