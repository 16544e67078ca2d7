import { type EntityState, type EntityStore, exportQuery } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, EmptyState, Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { canImport } from '../import/can-import.ts'
import { useReading } from '../reading/useReading.ts'
import { isNarrowed } from './narrowed.ts'
import './list-causes.css'

interface EmptyListProps {
  state: EntityState
  store: EntityStore
  /** Opens the form of a new record, if the person may create one. */
  onAdd: (() => void) | undefined
  /** English source text for a list without records. */
  emptyText: string
}

/** A list without rows leads on: to a new record, to an import, or to the conditions that hide all (reference: screens, Lists). */
export default function EmptyList({ state, store, onAdd, emptyText }: EmptyListProps) {
  const { importPath, navigate } = useEnvironment()
  if (isNarrowed(state)) return <NoResult state={state} store={store} />
  const importHref = onAdd && state.meta && canImport(state.meta) ? importPath(state.entity) : undefined
  return (
    <EmptyState
      kind="empty"
      title={<Text source={emptyText} />}
      action={
        onAdd && (
          <div className="list-causes">
            <Button variant="primary" icon={<Icon name="add" />} onClick={onAdd}>
              <Text source="Add" />
            </Button>
            {importHref !== undefined && (
              <Button icon={<Icon name="upload" />} onClick={() => navigate(importHref)}>
                <Text source="Import" />
              </Button>
            )}
          </div>
        )
      }
    />
  )
}

/** Nothing matches: each filter can be taken away alone, with the number of records that come then, or all at once. */
function NoResult({ state, store }: { state: EntityState; store: EntityStore }) {
  const { filters, group, searchText, meta } = state
  const names = Object.keys(filters)
  const take = (step: () => void) => () => {
    step()
    // The button disappears with its condition; the search box is the next step.
    document.querySelector<HTMLElement>('.list-search input')?.focus()
  }
  const isOnlyOne = names.length + (group ? 1 : 0) + (searchText.trim() === '' ? 0 : 1) === 1
  const labelOf = (name: string) => meta?.all_fields.find(({ fieldname }) => fieldname === name)?.label ?? name
  return (
    <EmptyState
      kind="noResult"
      title={<Text source="No results" />}
      action={
        <div className="list-causes">
          {!isOnlyOne &&
            names.map((name) => (
              <Button key={name} onClick={take(() => store.setFilter(name, null))}>
                <Text source="Without {0}" args={[{ translate: labelOf(name) }]} />
                <CountWithout state={state} name={name} />
              </Button>
            ))}
          <Button onClick={take(store.clearFilters)}>
            <Text source="Clear" />
          </Button>
        </div>
      }
    />
  )
}

/** How many records match without one of the filters. */
function CountWithout({ state, name }: { state: EntityState; name: string }) {
  const { client } = useEnvironment()
  const { [name]: _, ...filters } = state.filters
  const { order_by: __, ...query } = exportQuery({ ...state, filters }, 'shown')
  const { value } = useReading(JSON.stringify(query), () =>
    client.entities.summary(state.entity, { ...query, aggregates: ['count'] }),
  )
  return value && <span className="numeric"> ({value.data.count})</span>
}
