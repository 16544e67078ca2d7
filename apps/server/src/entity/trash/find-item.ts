import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { findOne } from '../reading/lookup.ts'

/** The id of the Trash Item to which this operation moved the record; undefined when it was restored or purged. */
export async function trashItemOf(
  engine: Engine,
  reader: Reader,
  operationId: string,
  entity: string,
  id: string,
): Promise<string | undefined> {
  const where = { operation_id: operationId, ref_entity: entity, ref_id: id }
  return (await findOne(engine, 'Trash Item', { where, order: 'made desc', by: 'operation_id', reader }))?.id
}
