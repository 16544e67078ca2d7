import { Text, useI18n } from '@tavla/i18n/react'
import { Button, ProgressBar } from '@tavla/ui'
import type { Pasting } from './usePasting.ts'

/** How far a paste is, once it takes its time, and the step that ends it. */
export function PasteProgress({ pasting }: { pasting: Pasting }) {
  const { t, formatNumber } = useI18n()
  const { done, total, stop } = pasting
  const args = [formatNumber(done), formatNumber(total)]
  return (
    <div className="sheet-pasting delayed">
      <span className="numeric">
        <Text source="Saved: {0} of {1} records" args={args} />
      </span>
      <ProgressBar value={total > 0 ? done / total : 0} label={t('Saved: {0} of {1} records', args)} />
      <Button size="small" onClick={stop}>
        <Text source="Stop" />
      </Button>
    </div>
  )
}
