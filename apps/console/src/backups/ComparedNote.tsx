import { Text, useI18n } from '@tavla/i18n/react'
import type { RecordsByState } from './backup-calls.ts'

/** Says of how many records the state is known, where there are too many. */
export function ComparedNote({ found: { compared, total } }: { found: Pick<RecordsByState, 'compared' | 'total'> }) {
  const { formatNumber } = useI18n()
  if (compared >= total) return null
  return (
    <p className="restore-note">
      <Text source="Compared: {0} of {1}" args={[compared, total].map((one) => formatNumber(one, 0))} />
    </p>
  )
}
