import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { PopoverPanel, useIsOnPaper } from '@tavla/ui'
import { useEnvironment } from '../../environment.ts'
import { SystemFields } from '../SystemFields.tsx'

/** When and by whom the record was changed last; it opens who made it, and when (reference: screens, Detail form). */
export function RecordInformation({ record }: { record: EntityRecord }) {
  const { t } = useI18n()
  const { formatRelative } = useTimes()
  const now = useNow(useEnvironment().now)
  const { modified, modified_by: by, _link_titles: titles } = record
  if (useIsOnPaper()) return <SystemFields record={record} />
  if (!modified || !by) return null
  return (
    <PopoverPanel
      label={t('Record Information')}
      button={{
        variant: 'quiet',
        size: 'small',
        className: 'record-changed',
        children: (
          <Text source="Changed {0} by {1}" args={[formatRelative(modified, now), titles?.modified_by ?? String(by)]} />
        ),
      }}
    >
      <SystemFields record={record} />
    </PopoverPanel>
  )
}
