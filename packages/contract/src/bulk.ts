/** The records of a bulk call. */
export type BulkTarget = { ids: readonly string[] } | { filters: unknown; or_filters?: unknown; search?: string }

/** The work of a bulk call on each of them. */
export type BulkWork =
  | { change: Readonly<Record<string, unknown>> }
  | { delete: 1 }
  | { restore: 1 }
  | { action: string; data: unknown }

/** A record that a change of many would not, or did not, touch (reference: http-api, Bulk on a filter). */
export interface BulkRefusal {
  id: string
  title: string
  message: string
}

/** One of the first records that would change: the fields that differ, before and after. */
export interface BulkSample {
  id: string
  title: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The plan of a change of many records. Where not all were tried, the numbers are estimates from those that were. */
export interface BulkPlan {
  plan_id: string
  count: number
  /** How many were tried; absent when all were. */
  checked?: number
  changed: number
  unchanged: number
  refused_count: number
  /** The first of them. */
  refused: BulkRefusal[]
  sample: BulkSample[]
  expires: string
}

/** Field `result` of the job of a change of many records. */
export interface BulkResult {
  changed: number
  unchanged: number
  refused_count: number
  /** The first of them. */
  refused: BulkRefusal[]
}
