import { Text, useI18n } from '@tavla/i18n/react'
import { Dialog, keyNames, listShortcuts, useShortcut } from '@tavla/ui'
import { useState, useSyncExternalStore } from 'react'
import { closeShortcutList, isShortcutListOpen, openShortcutList, watchShortcutList } from './shortcut-list.ts'

/** The keys that work where one is, under `?`. */
export function ShortcutList() {
  const { t } = useI18n()
  const isOpen = useSyncExternalStore(watchShortcutList, isShortcutListOpen)
  useShortcut('?', openShortcutList, { label: t('Keyboard shortcuts') })
  return isOpen && <ShortcutWindow />
}

function ShortcutWindow() {
  // As they were when the question was asked: the window itself takes Escape.
  const [shortcuts] = useState(listShortcuts)
  return (
    <Dialog title={<Text source="Keyboard shortcuts" />} size="small" onClose={closeShortcutList}>
      <dl className="shortcut-list">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd dir="ltr">
              {keyNames(keys).map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
