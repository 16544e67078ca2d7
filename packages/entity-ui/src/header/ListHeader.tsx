import type { EntityState } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import { Button, Icon, lazyPart, useIsPhone } from '@tavla/ui'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useEntity } from '../environment.ts'
import { ListFields } from '../list/ListFields.tsx'
import type { ListExtra } from './ListOptions.tsx'
import { ListSearch } from './ListSearch.tsx'
import { ListSummary } from './ListSummary.tsx'
import { QuickFilters } from './QuickFilters.tsx'
import './list-header.css'
import './list-filters.css'

const ListOptions = lazyPart(() => import('./ListOptions.tsx'), 'line')
const ViewTabs = lazyPart(() => import('../views/ViewTabs.tsx'), 'line')
const FilterChips = lazyPart(() => import('../filters/FilterChips.tsx'), 'line')
const FilterToggle = lazyPart(() => import('./FilterToggle.tsx'), 'line')
const LayoutDetail = lazyPart(() => import('./LayoutDetail.tsx'), 'line')

export interface ListHeaderProps {
  entity: string
  /** Opens the new-record form; without it there is no add button. */
  onAdd?: (() => void) | undefined
  /** Hides the add button, whatever the person's rights (reference: screens, List header). */
  isAddDisabled?: boolean
  /** False over a list whose rows can't be selected, such as a plain one. */
  canSelect?: boolean
  /** True over a plain list whose rows have boxes all the same, for the action of its screen. */
  hasBoxes?: boolean | undefined
  /** Further actions on the whole list, beside its count. */
  actions?: ReactNode
  /** Further ways in the options of the list. */
  extras?: readonly ListExtra[] | undefined
}

/**
 * Two rows over a list: its views, layouts and `Add`; then search, filters and count (reference: screens, List header;
 * screens, List choices). A list without views has the second one alone.
 */
export function ListHeader(props: ListHeaderProps) {
  const { entity, onAdd, isAddDisabled = false, canSelect = true, hasBoxes = false, actions, extras } = props
  const [state, store] = useEntity(entity)
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const filtersId = useId()
  const { meta } = state
  // On a phone they come with the button alone; elsewhere the styles fold them where there is no room.
  const standard = meta?.doc_meta.fields.filter(isQuick) ?? []
  const quick = isOpen || !isPhone ? standard : []
  const optionsPlace = <span className="list-options-place" data-switch={canSelect || undefined} />
  const canAdd = onAdd && !isAddDisabled && meta?.doc_meta.permissions.create === 1
  const tools = (
    <>
      <Suspense fallback={optionsPlace}>
        {meta ? <ListOptions {...{ state, store, meta, extras }} canSwitch={canSelect} /> : optionsPlace}
      </Suspense>
      {canAdd && (
        <Button className="list-add" variant="primary" icon={<Icon name="add" />} onClick={onAdd}>
          <Text source="Add" />
        </Button>
      )}
    </>
  )
  return (
    <ListFields state={state}>
      <div className="list-header">
        {canSelect && (
          <div className="view-bar">
            <Suspense fallback={<span className="view-row" />}>
              <ViewTabs state={state} />
            </Suspense>
            {tools}
          </div>
        )}
        <div className="list-tools">
          <ListSearch state={state} store={store} />
          {(canSelect || standard.length > 0) && (
            <Suspense fallback={<span className="filter-fold-place" />}>
              <FilterToggle state={state} isOpen={isOpen} controls={filtersId} onPress={() => setOpen(!isOpen)} />
            </Suspense>
          )}
          <div id={filtersId} className="list-filters" data-open={isOpen || undefined}>
            {quick.length > 0 && <QuickFilters fields={quick} state={state} store={store} />}
            {canSelect && (
              <Suspense fallback={<span className="filter-place" />}>
                <FilterChips state={state} store={store} quick={quick} />
              </Suspense>
            )}
          </div>
          {canSelect && meta && hasDetail(state) && (
            <Suspense fallback={null}>
              <LayoutDetail {...{ state, store, meta }} />
            </Suspense>
          )}
          <ListSummary {...{ state, store, canSelect, hasBoxes, actions }} />
          {!canSelect && tools}
        </div>
      </div>
    </ListFields>
  )
}

/** True for a standard filter. */
const isQuick = (field: FieldMeta) =>
  field.in_standard_filter && !field.hidden && !fieldUi(field.fieldtype).isUnfilterable

/** The layouts with a choice of their own beside the count. */
const plain: readonly string[] = ['List', 'Tiles', 'Fleet']
const hasDetail = ({ layout }: EntityState) => !plain.includes(layout)
