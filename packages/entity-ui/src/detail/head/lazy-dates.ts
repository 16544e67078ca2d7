import { lazyPart } from '@tavla/ui'

/** The boxes of days and moments, whose code loads with the first of them. */
export const DayField = lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateField }), 'line')
export const MomentField = lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateTimeField }), 'line')
