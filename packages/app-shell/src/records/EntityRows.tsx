import type { ListLayout } from '@tavla/contract'
import { EntityBoard, EntityCalendar, EntityList, type EntityTilesProps, type ListPlace } from '@tavla/entity-ui'
import { type ComponentType, Suspense } from 'react'
import { Table, Tiles } from './parts.ts'

export interface EntityRowsProps {
  entity: string
  baseRoute: string
  id: string | undefined
  layout: ListLayout
  /** Opens the form of a new record, if the person may create one. */
  onAdd: (() => void) | undefined
  /** Asks before a record is deleted, instead of the common question. */
  Confirm?: EntityTilesProps['Confirm']
  /** J and K move between the rows, if no record opens beside them. */
  hasLetterKeys?: boolean
  /** The list's scroll position, which the next list in its place restores. */
  place?: ListPlace
  /** English source text for a list without records. */
  emptyText?: string | undefined
  /** Shows records as rows only, without selecting and deleting. */
  isFixed?: boolean
  /** Gives the rows boxes all the same. */
  hasBoxes?: boolean | undefined
}

/** The records as rows or tiles, following the person's choice for this entity (reference: screens, List choices). */
export function EntityRows(props: EntityRowsProps) {
  const {
    entity,
    baseRoute,
    id,
    layout,
    onAdd,
    Confirm,
    hasLetterKeys = false,
    place,
    emptyText,
    isFixed = false,
    hasBoxes = false,
  } = props
  const list = { entity, activeId: id ?? null, baseRoute, onAdd, Confirm, hasLetterKeys, place }
  if (isFixed) return <EntityList {...list} emptyText={emptyText} canSelect={hasBoxes && 'always'} canDelete={false} />
  const Layout = layoutParts[layout] ?? EntityList
  return (
    <Suspense fallback={null}>
      <Layout {...list} />
    </Suspense>
  )
}

/** The layouts that have a component of their own; all others are shown as rows. */
const layoutParts: Readonly<Partial<Record<ListLayout, ComponentType<EntityTilesProps>>>> = {
  Table,
  Tiles,
  Board: EntityBoard,
  Calendar: EntityCalendar,
}
