import type { EntityRecord, OpenAssignment } from '@tavla/contract'

/** The work on a record, as a record that is read alone carries it (reference: http-api, Reading). */
export interface RecordWork {
  assignments: readonly OpenAssignment[]
  isFollowing: boolean
}

/** Null for an answer that says nothing of it: a row of a list, a saved record, an older server. */
export function workOf({ assignments, is_following: following }: EntityRecord): RecordWork | null {
  if (!Array.isArray(assignments) || (following !== 0 && following !== 1)) return null
  return { assignments, isFollowing: following === 1 }
}
