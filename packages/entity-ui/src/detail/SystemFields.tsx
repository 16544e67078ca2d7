import type { EntityRecord } from '@tavla/contract'
import { Text, useNow, useTimes } from '@tavla/i18n/react'
import { memo } from 'react'
import { useEnvironment } from '../environment.ts'

/** Creator and last editor of the record, with times; in small print at the end of the form. */
export const SystemFields = memo(function SystemFields({ record }: { record: EntityRecord }) {
  const { formatDateTime, formatMoment, formatRelative } = useTimes()
  const now = useNow(useEnvironment().now)
  const { creation, modified, owner, modified_by: modifiedBy } = record
  const titles = record._link_titles ?? {}
  return (
    <dl className="system-fields">
      {creation && (
        <SystemField
          label="Created On"
          value={formatDateTime(creation, now)}
          title={formatMoment(creation, 'seconds')}
        />
      )}
      {owner && <SystemField label="Owner" value={titles.owner ?? owner} />}
      {modified && (
        <SystemField
          label="Modified On"
          value={formatRelative(modified, now)}
          title={formatMoment(modified, 'seconds')}
        />
      )}
      {modifiedBy && <SystemField label="Modified By" value={titles.modified_by ?? modifiedBy} />}
    </dl>
  )
})

function SystemField({ label, value, title }: { label: string; value: string; title?: string }) {
  return (
    <div>
      <dt>
        <Text source={label} />
      </dt>
      <dd title={title}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}
