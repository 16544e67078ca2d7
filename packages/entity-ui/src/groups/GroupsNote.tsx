import { limits } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'

/** Says that there are more groups than the server tells at once. */
export function GroupsNote() {
  const { formatNumber } = useI18n()
  return (
    <p className="groups-note" role="status">
      <Text
        source="The {0} groups with the most records are shown. A filter brings the others."
        args={[formatNumber(limits.summaryGroups)]}
      />
    </p>
  )
}
