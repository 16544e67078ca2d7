import { Text, useI18n } from '@tavla/i18n/react'
import { IconButton } from '@tavla/ui'
import { type PlanRows, pageLength } from './usePlanRows.ts'

/** Which lines are shown, and the ways to the others. */
export function Pager({ rows: { page, count, rows = [], turn } }: { rows: PlanRows }) {
  const { t, formatNumber } = useI18n()
  if (count <= pageLength) return null
  const from = page * pageLength
  return (
    <nav className="import-pager" aria-label={t('Pages')}>
      <IconButton icon="chevron_left" label={t('Previous Page')} disabled={page === 0} onClick={() => turn(page - 1)} />
      <span className="numeric" role="status">
        <Text
          source="{0}–{1} of {2}"
          args={[formatNumber(from + 1), formatNumber(from + rows.length), formatNumber(count)]}
        />
      </span>
      <IconButton
        icon="chevron_right"
        label={t('Next Page')}
        disabled={from + pageLength >= count}
        onClick={() => turn(page + 1)}
      />
    </nav>
  )
}
