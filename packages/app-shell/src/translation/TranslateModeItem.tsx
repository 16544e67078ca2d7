import { Text, useI18n } from '@tavla/i18n/react'
import { keyNames, MenuItem, notify } from '@tavla/ui'
import { isTranslateMode, setTextListOpen, setTranslateMode, textListKeys } from './translate-mode.ts'

/** Turns translate mode on and off, and lists the texts on screen; English is the source and has nothing to correct. */
export function TranslateModeItem() {
  const { t, language } = useI18n()
  if (language === 'en') return null
  const toggle = () => {
    setTranslateMode(!isTranslateMode())
    if (isTranslateMode()) notify(t('Click a text to correct its translation. Escape ends it.'))
  }
  return (
    <>
      <MenuItem icon="edit" onAction={toggle}>
        <Text source="Correct translations" />
      </MenuItem>
      <MenuItem
        icon="search"
        hint={<kbd>{keyNames(textListKeys).join('+')}</kbd>}
        onAction={() => setTextListOpen(true)}
      >
        <Text source="Texts on this screen" />
      </MenuItem>
    </>
  )
}
