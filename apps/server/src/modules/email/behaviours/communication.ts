import { seenWithReference } from '../../../entity/index.ts'
import type { Behaviour } from '../../../entity/types.ts'

export const communicationBehaviour: Behaviour = {
  entity: 'Communication',
  visible: seenWithReference('reference_entity', 'reference_id'),
}
