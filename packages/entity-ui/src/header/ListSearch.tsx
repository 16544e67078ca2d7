import type { EntityState, EntityStore } from '@tavla/client'
import { limits } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { SearchField, useShortcut } from '@tavla/ui'
import { useRef, useState } from 'react'

/** The search box: searches on every keyup with its text (reference: screens, List header); `/` leads to it. */
export function ListSearch({ state, store }: { state: EntityState; store: EntityStore }) {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(state.searchText)
  const [known, setKnown] = useState(state.searchText)
  // The store's text changes by itself too: a cleared search blanks the box.
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
        maxLength={limits.dataLength}
        // Text that is pasted or dictated comes without a key.
        onChange={(text) => {
          setTyped(text)
          store.search(text)
        }}
        onSearch={store.search}
      />
    </div>
  )
}
