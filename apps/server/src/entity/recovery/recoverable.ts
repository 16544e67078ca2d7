import { entityNotFound, invalid } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'

/** True for entities whose records come back: those that the trash would keep, beside the definitions themselves. */
export const isRecoverable = ({ hasTrash, id }: Model): boolean => hasTrash && id !== 'Entity'

/** @throws Problem 404, or 417 for an entity whose records do not come back */
export function requireRecoverable(engine: Engine, entity: string): Model {
  const model = engine.models.get(entity)
  if (!model) throw entityNotFound(entity)
  if (!isRecoverable(model)) throw invalid('Records of {0} cannot be brought back.', [{ translate: entity }])
  return model
}
