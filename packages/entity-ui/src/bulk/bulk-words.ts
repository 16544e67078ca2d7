import type { BulkWork } from '@tavla/contract'

interface BulkWords {
  /** English source text of the number of records that will be written. */
  planned: string
  /** The same of those that were. */
  written: string
}

const changed: BulkWords = { planned: 'Will be changed', written: 'Records changed: {0}' }
const deleted: BulkWords = { planned: 'Will be deleted', written: 'Records deleted: {0}' }
const restored: BulkWords = { planned: 'Will be restored', written: 'Records restored: {0}' }

/** The words for the work of a bulk call. */
export const bulkWords = (work: BulkWork): BulkWords =>
  'delete' in work ? deleted : 'restore' in work ? restored : changed
