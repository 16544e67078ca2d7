import { lazyPart } from '@tavla/ui'

/** The window of a clash, loaded when the first one happens. */
export const ConflictWindow = lazyPart(() => import('./ConflictWindow.tsx'), 'window')
