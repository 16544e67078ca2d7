import { seenWithReference } from '../../../entity/index.ts'
import type { Behaviour } from '../../../entity/types.ts'

/** History shows no more than the record does whose history it is. */
export const versionBehaviour: Behaviour = { entity: 'Version', visible: seenWithReference('ref_entity', 'ref_id') }
