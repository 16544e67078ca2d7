import { EntityList, EntityTiles, type EntityTilesProps } from '@tavla/entity-ui'

export interface EntityRowsProps {
  entity: string
  baseRoute: string
  id: string | undefined
  layout: 'List' | 'Tiles'
  onAdd: () => void
  /** Asks before a card's record is deleted, in place of the question on the card. */
  Confirm?: EntityTilesProps['Confirm']
}

/** The records as rows or tiles, as the person likes them for this entity (contract 9.3). */
export function EntityRows({ entity, baseRoute, id, layout, onAdd, Confirm }: EntityRowsProps) {
  const place = { entity, activeId: id ?? null, baseRoute, onAdd }
  return layout === 'Tiles' ? <EntityTiles {...place} Confirm={Confirm} /> : <EntityList {...place} />
}
