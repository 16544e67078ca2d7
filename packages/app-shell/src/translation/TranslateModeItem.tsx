import { useI18n } from '@tavla/i18n/react'
import { MenuItem, notify } from '@tavla/ui'
import { isTranslateMode, setTranslateMode } from './translate-mode.ts'

/** Turns translate mode on and off; English is the source and has nothing to correct. */
export function TranslateModeItem() {
  const { t, language } = useI18n()
  if (language === 'en') return null
  const toggle = () => {
    setTranslateMode(!isTranslateMode())
    if (isTranslateMode()) notify(t('Click a text to correct its translation. Escape ends it.'))
  }
  return (
    <MenuItem icon="edit" onAction={toggle}>
      {t('Correct translations')}
    </MenuItem>
  )
}
