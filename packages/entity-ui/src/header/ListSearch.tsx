import type { EntityState, EntityStore } from '@tavla/client'
import { limits } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { SearchField, useShortcut } from '@tavla/ui'
import { useRef, useState } from 'react'

/** The search box: searches on every keyup with its text (reference: screens, List header); `/` focuses it. */
export function ListSearch({ state, store }: { state: EntityState; store: EntityStore }) {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(state.searchText)
  const [known, setKnown] = useState(state.searchText)
  // The store also changes the text itself: clearing the search empties the box.
  if (state.searchText !== known) {
    setKnown(state.searchText)
    setTyped(state.searchText)
  }
  useShortcut('/', () => place.current?.querySelector('input')?.focus(), { label: t('Search') })
  return (
    <div ref={place} className="list-search">
      <SearchField
        label={t('Search')}
        value={typed}
        maxLength={limits.searchLength}
        // Pasted or dictated text fires no key event.
        onChange={(text) => {
          setTyped(text)
          store.search(text)
        }}
        onSearch={store.search}
      />
    </div>
  )
}
