import { useI18n } from '@tavla/i18n/react'
import { lazyPart, useShortcut } from '@tavla/ui'
import { Suspense, useSyncExternalStore } from 'react'
import type { PalettePlace } from './palette-entries.ts'
import { closePalette, isPaletteOpen, openPalette, paletteKeys, watchPalette } from './palette-state.ts'

const Palette = lazyPart(() => import('./Palette.tsx'), 'window')

/** Records, places and actions by their names, from every screen (reference: screens, Search everything). */
export function PaletteLayer({ places }: { places: readonly PalettePlace[] }) {
  const { t } = useI18n()
  const isOpen = useSyncExternalStore(watchPalette, isPaletteOpen)
  useShortcut(paletteKeys, openPalette, { label: t('Search everything') })
  return <Suspense fallback={null}>{isOpen && <Palette places={places} onClose={closePalette} />}</Suspense>
}
