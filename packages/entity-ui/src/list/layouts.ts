import type { ListLayout, Meta } from '@tavla/contract'
import { boardFields } from '../board/board-fields.ts'

/** The layouts that an entity's fields allow (reference: screens, List choices). */
export const layoutsOf = (meta: Meta): ListLayout[] => [
  ...(['List', 'Table', 'Tiles'] as const),
  ...(boardFields(meta).length > 0 ? (['Board'] as const) : []),
]
