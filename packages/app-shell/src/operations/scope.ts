import type { ListScope } from '@tavla/client'

/** Leaves out operations without a Version: they have nothing to show (reference: metadata, Operations). */
export const withRecords: ListScope = { record_count: ['>', 0] }
