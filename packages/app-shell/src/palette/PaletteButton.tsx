import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, IconButton, keyNames } from '@tavla/ui'
import { openPalette, paletteKeys } from './palette-state.ts'
import './palette-button.css'

/** Opens the search over everything; on a phone an icon. */
export function PaletteButton({ isPhone }: { isPhone: boolean }) {
  const { t } = useI18n()
  if (isPhone) {
    return (
      <IconButton
        icon="search"
        label={t('Search everything')}
        aria-haspopup="dialog"
        hasTooltip={false}
        onClick={openPalette}
      />
    )
  }
  return (
    <button
      type="button"
      className="palette-button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <Icon name="search" size="small" />
      <span className="cut">
        <Text source="Search everything" />
      </span>
      <span dir="ltr" aria-hidden="true">
        <kbd>{keyNames(paletteKeys).join(' ')}</kbd>
      </span>
    </button>
  )
}
