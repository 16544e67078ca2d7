import { lazyPart } from '@tavla/ui'

/** Loads when the first board is shown. */
export const EntityBoard = lazyPart(() => import('./EntityBoard.tsx'))
