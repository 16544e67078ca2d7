import { useI18n } from '@tavla/i18n/react'
import { lazyPart, useShortcut } from '@tavla/ui'
import { Suspense, useSyncExternalStore } from 'react'
import { closeShortcutList, isShortcutListOpen, openShortcutList, watchShortcutList } from './shortcut-list.ts'

const ShortcutWindow = lazyPart(() => import('./ShortcutWindow.tsx'), 'window')

/** The shortcuts of the current screen, under `?`. */
export function ShortcutList() {
  const { t } = useI18n()
  const isOpen = useSyncExternalStore(watchShortcutList, isShortcutListOpen)
  useShortcut('?', openShortcutList, { label: t('Keyboard shortcuts') })
  return <Suspense fallback={null}>{isOpen && <ShortcutWindow onClose={closeShortcutList} />}</Suspense>
}
