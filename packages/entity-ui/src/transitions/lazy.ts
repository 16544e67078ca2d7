import { lazyPart } from '@tavla/ui'

/** Loads with the first transition that asks something. */
export const TransitionWindow = lazyPart(() => import('./TransitionWindow.tsx'), 'window')
