import { EntityList, EntityTiles, type EntityTilesProps, type ListPlace } from '@tavla/entity-ui'

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
  /** Where the list stands, for the next one in its place. */
  place?: ListPlace
  /** Records are rows in any case, and neither selected nor deleted here. */
  isFixed?: boolean
}

/** The records as rows or tiles, as the person likes them for this entity (reference: screens, List choices). */
export function EntityRows(props: EntityRowsProps) {
  const { entity, baseRoute, id, layout, onAdd, Confirm, hasLetterKeys = false, place, isFixed = false } = props
  const list = { entity, activeId: id ?? null, baseRoute, onAdd, Confirm, hasLetterKeys, place }
  if (isFixed) return <EntityList {...list} canSelect={false} canDelete={false} />
  return layout === 'Tiles' ? <EntityTiles {...list} /> : <EntityList {...list} />
}
