import { lazyPart } from '@tavla/ui'

/** Loads when the first calendar is shown. */
export const EntityCalendar = lazyPart(() => import('./EntityCalendar.tsx'))
