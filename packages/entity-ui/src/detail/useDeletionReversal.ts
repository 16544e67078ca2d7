import type { Reversal } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'

/** How far the deletion of a record can be taken back; null while it is not known whether it goes to the trash. */
export function useDeletionReversal(hasTrash: 0 | 1 | undefined): Reversal | null {
  const { trash_days: trashDays } = useEnvironment().session
  if (hasTrash === 0) return 'never'
  return hasTrash === 1 && trashDays !== undefined ? { trashDays } : null
}
