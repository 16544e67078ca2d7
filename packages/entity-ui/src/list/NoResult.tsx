import type { EntityState, EntityStore } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'

/** Nothing matches: each filter can be taken away alone, or the search with all of them. */
export default function NoResult({ state, store }: { state: EntityState; store: EntityStore }) {
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
