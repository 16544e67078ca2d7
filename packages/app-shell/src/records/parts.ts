import { loadRules } from '@tavla/entity-ui'
import { addPart, lazyPart } from '@tavla/ui'

/** Loads when the first record opens. */
export const RecordPanel = lazyPart(() => import('./RecordPanel.tsx'))

/** Loads when the first record is created. */
export const NewRecord = lazyPart(() => import('./NewRecord.tsx'), 'window')

// Their forms wait for it.
addPart(loadRules)

/** Loads when the first list is shown as cards. */
export const Tiles = lazyPart(() => import('./Tiles.tsx'))

/** Loads with the first table. */
export const Table = lazyPart(() => import('@tavla/entity-ui/table'))
