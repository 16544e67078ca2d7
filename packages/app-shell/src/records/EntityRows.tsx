import { EntityList, EntityTiles, type EntityTilesProps } from '@tavla/entity-ui'

export interface EntityRowsProps {
  entity: string
  baseRoute: string
  id: string | undefined
  layout: 'List' | 'Tiles'
  /** Opens the form of a new record, where the person may make one. */
  onAdd: (() => void) | undefined
  /** Asks before a row's or card's record is deleted, in place of the common question. */
  Confirm?: EntityTilesProps['Confirm']
  /** J and K move between the rows, where no record opens beside them. */
  hasLetterKeys?: boolean
}

/** The records as rows or tiles, as the person likes them for this entity (contract 9.3). */
export function EntityRows({ entity, baseRoute, id, layout, onAdd, Confirm, hasLetterKeys = false }: EntityRowsProps) {
  const place = { entity, activeId: id ?? null, baseRoute, onAdd, Confirm, hasLetterKeys }
  return layout === 'Tiles' ? <EntityTiles {...place} /> : <EntityList {...place} />
}
