import type { FoundRecord } from '@tavla/contract'
import type { EntityEnvironment } from '@tavla/entity-ui'

/** Address of what a search found: a note opens its record at the note (reference: screens, Search everything). */
export function foundPath(recordPath: EntityEnvironment['recordPath'], found: FoundRecord): string | undefined {
  const { entity, id, reference_entity: about, reference_id: aboutId } = found
  if (entity !== 'Note' || !about || !aboutId) return recordPath(entity, id)
  const path = recordPath(about, aboutId)
  return path && `${path}?tab=communication&note=${encodeURIComponent(id)}`
}
