import { useIsPhone } from '@tavla/ui'
import { useEffect, useMemo } from 'react'
import { useEntity } from '../environment.ts'
import { EntityList } from '../list/EntityList.tsx'
import { listSizes } from '../list/list-sizes.ts'
import type { ListPlace } from '../list/useRestoredScroll.ts'
import type { EntityTilesProps } from '../tiles/EntityTiles.tsx'
import { TableView } from './TableView.tsx'
import { tableSizes } from './table-sizes.ts'

/**
 * The records of an entity as a table whose cells can be edited (reference: screens, Tables). Beside an open record and
 * on a phone it is the list of rows, at the same place.
 */
export default function EntityTable(props: EntityTilesProps) {
  const { entity, activeId, place } = props
  const [state, store] = useEntity(entity)
  const isPhone = useIsPhone()
  const current = activeId === undefined ? state.activeId : activeId
  // Both forms show the same list: it is not left between them, and keeps what is selected.
  useEffect(() => store.enter(), [store])
  const rowsPlace = useMemo(() => place && scaledPlace(place, listSizes.rowHeight / tableSizes.row), [place])
  if (isPhone || current !== null) return <EntityList {...props} place={rowsPlace} />
  return <TableView {...props} />
}

/** A place of a list with rows of another height. */
const scaledPlace = (place: ListPlace, factor: number): ListPlace => ({
  get top() {
    return place.top * factor
  },
  set top(pixels) {
    place.top = pixels / factor
  },
  get height() {
    return place.height
  },
  set height(pixels) {
    place.height = pixels
  },
})
