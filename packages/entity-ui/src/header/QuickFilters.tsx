import { type EntityState, type EntityStore, isEmpty } from '@tavla/client'
import { type FieldMeta, limits } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { FieldBox, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useRef } from 'react'
import { filterValue } from './filter-value.ts'

const FilterInput = lazyPart(() => import('./FilterInput.tsx'), 'line')

interface QuickFiltersProps {
  fields: readonly FieldMeta[]
  state: EntityState
  store: EntityStore
}

/** One input for each standard filter; any change reads the list again (reference: screens, List header). */
export function QuickFilters({ fields, state, store }: QuickFiltersProps) {
  const values = Object.fromEntries(Object.entries(state.filters).map(([name, one]) => [name, filterValue(one)]))
  return (
    <div className="quick-filters">
      {fields.map((field) => (
        <QuickFilter
          key={field.fieldname}
          field={field}
          values={values}
          isActive={!isEmpty(values[field.fieldname])}
          store={store}
        />
      ))}
    </div>
  )
}

interface QuickFilterProps {
  field: FieldMeta
  values: Readonly<Record<string, unknown>>
  /** False also when the box cannot show the field's condition, which has a chip of its own. */
  isActive: boolean
  store: EntityStore
}

function QuickFilter({ field, values, isActive, store }: QuickFilterProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const { toCondition, isFilterWide } = fieldUi(field.fieldtype)
  const value = values[field.fieldname] ?? null
  const handleChange = (changed: unknown) => {
    // A longer text is no filter, and would not fit into the address.
    const next = typeof changed === 'string' ? changed.slice(0, limits.dataLength) : changed
    store.setFilter(field.fieldname, isEmpty(next) ? null : (toCondition?.(next) ?? next))
  }
  const clear = () => {
    store.setFilter(field.fieldname, null)
    // The button disappears with the value.
    box.current?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus()
  }
  return (
    <div ref={box} className="quick-filter" data-active={isActive || undefined} data-wide={isFilterWide}>
      <FieldBox label={<Text source={field.label} />}>
        <Suspense fallback={<div className="input" />}>
          <FilterInput
            field={asFilter(field)}
            value={value}
            values={values}
            placeholder={t('All')}
            onChange={handleChange}
          />
        </Suspense>
      </FieldBox>
      {isActive && (
        <button
          type="button"
          className="filter-chip-remove"
          aria-label={t('Remove {0}', [{ translate: field.label }])}
          onClick={clear}
        >
          <Icon name="close" size="small" />
        </button>
      )}
    </div>
  )
}

/** A filter may be blank, even for a required field. */
const asFilter = (field: FieldMeta): FieldMeta => ({ ...field, reqd: 0, read_only: 0, default: null })
