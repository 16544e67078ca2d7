import type { ListLayout, Meta } from '@tavla/contract'

/** The layouts that an entity's fields allow (reference: screens, List choices). */
export const layoutsOf = (_meta: Meta): ListLayout[] => ['List', 'Table', 'Tiles']
