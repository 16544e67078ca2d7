import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton, lazyPart } from '@tavla/ui'
import { type ReactNode, Suspense, useId } from 'react'
import { useEntity } from '../environment.ts'
import { ListFields } from '../list/ListFields.tsx'
import { ListSearch } from './ListSearch.tsx'
import { ListSummary } from './ListSummary.tsx'
import { QuickFilters } from './QuickFilters.tsx'
import { useFiltersOpen } from './useFiltersOpen.ts'
import './list-header.css'

const ListOptions = lazyPart(() => import('./ListOptions.tsx'), 'line')
const ViewTabs = lazyPart(() => import('../views/ViewTabs.tsx'), 'line')
const FilterChips = lazyPart(() => import('../filters/FilterChips.tsx'), 'line')

export interface ListHeaderProps {
  entity: string
  /** Opens the new-record form; without it there is no add button. */
  onAdd?: (() => void) | undefined
  /** Hides the add button, whatever the person's rights (reference: screens, List header). */
  isAddDisabled?: boolean
  /** False over a list whose rows can't be selected, such as a plain one. */
  canSelect?: boolean
  /** Further actions on the whole list, beside its count. */
  actions?: ReactNode
}

/** Search, add, quick filters, options and count of a list (reference: screens, List header; screens, List choices). */
export function ListHeader(props: ListHeaderProps) {
  const { entity, onAdd, isAddDisabled = false, canSelect = true, actions } = props
  const { t } = useI18n()
  const [state, store] = useEntity(entity)
  const [isOpen, setOpen] = useFiltersOpen()
  const filtersId = useId()
  const { meta, filters } = state
  const filterable =
    meta?.doc_meta.fields.filter((field) => field.in_standard_filter && !field.hidden && canFilter(field)) ?? []
  const active = filterable.filter((field) => field.fieldname in filters).length
  const optionsPlace = <span className="list-options-place" data-switch={canSelect || undefined} />
  const canAdd = onAdd && !isAddDisabled && meta?.doc_meta.permissions.create === 1
  return (
    <ListFields state={state}>
      <div className="list-header">
        {canSelect && (
          <div className="view-bar">
            <Suspense fallback={null}>
              <ViewTabs state={state} />
            </Suspense>
          </div>
        )}
        <div className="list-header-bar">
          <ListSearch state={state} store={store} />
          {filterable.length > 0 && (
            <span className="list-filter-toggle" data-count={active || undefined}>
              <IconButton
                icon="filter_list"
                label={t('Filters')}
                aria-expanded={isOpen}
                aria-controls={filtersId}
                onClick={() => setOpen(!isOpen)}
              />
            </span>
          )}
          <Suspense fallback={optionsPlace}>
            {meta ? <ListOptions {...{ state, store, meta }} canSwitch={canSelect} /> : optionsPlace}
          </Suspense>
          {canAdd && (
            <Button className="list-add" variant="primary" icon={<Icon name="add" />} onClick={onAdd}>
              <Text source="Add" />
            </Button>
          )}
        </div>
        {filterable.length > 0 && isOpen && (
          <QuickFilters id={filtersId} fields={filterable} state={state} store={store} />
        )}
        <div className="list-line">
          <ListSummary state={state} store={store} canSelect={canSelect} actions={actions} />
          {canSelect && (
            <Suspense fallback={null}>
              <FilterChips state={state} store={store} />
            </Suspense>
          )}
        </div>
      </div>
    </ListFields>
  )
}

const canFilter = ({ fieldtype }: FieldMeta): boolean => !fieldUi(fieldtype).isUnfilterable
