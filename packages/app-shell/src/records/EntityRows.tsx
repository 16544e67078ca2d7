import { EntityList, EntityTiles } from '@tavla/entity-ui'

export interface EntityRowsProps {
  entity: string
  baseRoute: string
  id: string | undefined
  layout: 'List' | 'Tiles'
  onAdd: () => void
}

/** The records as rows or tiles, as the person likes them for this entity (contract 9.3). */
export function EntityRows({ entity, baseRoute, id, layout, onAdd }: EntityRowsProps) {
  const Records = layout === 'Tiles' ? EntityTiles : EntityList
  return <Records entity={entity} activeId={id ?? null} baseRoute={baseRoute} onAdd={onAdd} />
}
