import { reminderTimes, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Icon, Menu, MenuItem } from '@tavla/ui'

interface LaterMenuProps {
  /** Called with a wall-clock text. */
  onChoose: (until: string) => void
  /** Called when the person wants another time. */
  onAsk: () => void
}

/** Times until which a row of the inbox is put off. */
export function LaterMenu({ onChoose, onAsk }: LaterMenuProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now, session } = useEnvironment()
  const times = reminderTimes(now(), session)
  const choices = [
    ['Later today', times.laterToday],
    ['Tomorrow', times.tomorrow],
    ['Next week', times.nextWeek],
  ] as const
  return (
    <Menu label={t('Later')} align="end" isStop={false} trigger={<Icon name="schedule" />}>
      {choices.map(([source, until]) => (
        <MenuItem key={source} hint={<bdi>{formatDateTime(until, now())}</bdi>} onAction={() => onChoose(until)}>
          <Text source={source} />
        </MenuItem>
      ))}
      <MenuItem onAction={onAsk}>
        <Text source="Choose a time" />
      </MenuItem>
    </Menu>
  )
}
