import { lazyPart } from '@tavla/ui'

/** What comes when a record is opened. */
export const RecordPanel = lazyPart(() => import('./RecordPanel.tsx'))

/** What comes when one is made. */
export const NewRecord = lazyPart(() => import('./NewRecord.tsx'), 'window')
