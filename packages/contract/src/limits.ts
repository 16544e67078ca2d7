import { signInLimits } from './sign-in-limits.ts'

/** Numbers that both sides of the wire obey (reference: http-api, Limits). Bytes unless a name says otherwise. */
export const limits = {
  ...signInLimits,
  attachLength: 500,
  smallTextLength: 1_000,
  /** Of a reason for another state of a record. */
  reasonLength: 1_000,
  /** Characters of the reason of a confirmed call. */
  shortestReason: 4,
  longestReason: 500,
  textLength: 1_000_000,
  /** Largest magnitude of a number that every layer keeps exactly. */
  maxNumber: 9.007e15,
  entityNameLength: 61,
  tableRows: 500,
  bulkItems: 500,
  /** Records that one call may change through a plan and a job. */
  bulkRecords: 200_000,
  /** Records of a backup that one call compares, and that one brings back. */
  comparedRecords: 100,
  restoredRecords: 5_000,
  /** Records of a backup whose state one list looks up, and those of them that it compares because they were written since. */
  statedRecords: 100_000,
  statedChanges: 2_000,
  /** Conditions of one filter, and the groups around one of them. */
  filterConditions: 50,
  filterDepth: 5,
  filterListItems: 500,
  aggregates: 10,
  summaryGroups: 500,
  orderByNames: 4,
  pageDefault: 20,
  pageCap: 500,
  linkSuggestions: 20,
  /** Characters of the text of a search. */
  searchLength: 200,
  jsonBody: 5 * 1_048_576,
  definitionsBody: 32 * 1_048_576,
  urlLength: 16_384,
  chunkBody: 6 * 1_048_576,
  translationLength: 5_000,
  /** How long a call under an operation id may be repeated. Hours. */
  rememberedCallHours: 24,
  /** Longest answer that a repeated action gets again. */
  rememberedAnswer: 16_384,
  /**
   * Socket rooms that one connection may join, and events that it may send a second (reference: live-events, Events
   * from the client).
   */
  socketRooms: 200,
  socketEventsPerSecond: 50,
} as const

/** Most that an imported file may hold (reference: http-api, Import); apart, since the sign-in page loads the others. */
export const importLimits = {
  importBytes: 50 * 1_048_576,
  importRows: 200_000,
  importColumns: 500,
  importCell: 1_048_576,
  importUnpacked: 200 * 1_048_576,
} as const
