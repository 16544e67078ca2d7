import { useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { ShortcutWindow } from './ShortcutWindow.tsx'
import { isShortcutListOpen, openShortcutList, watchShortcutList } from './shortcut-list.ts'

/** The shortcuts of the current screen, under `?`. */
export function ShortcutList() {
  const { t } = useI18n()
  const isOpen = useSyncExternalStore(watchShortcutList, isShortcutListOpen)
  useShortcut('?', openShortcutList, { label: t('Keyboard shortcuts') })
  return isOpen && <ShortcutWindow />
}
