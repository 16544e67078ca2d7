import { seenWithReference } from '../../../entity/index.ts'
import type { Behaviour } from '../../../entity/types.ts'

export const whatsappMessageBehaviour: Behaviour = {
  entity: 'Whatsapp Message',
  visible: seenWithReference('reference_entity', 'reference_id'),
}
