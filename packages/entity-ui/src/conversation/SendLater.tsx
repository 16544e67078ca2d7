import { instantOf, wallClock } from '@tavla/i18n'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Dialog, Icon, lazyPart, Menu, MenuItem } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useEnvironment } from '../environment.ts'

const DateTimeField = lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateTimeField }), 'line')

interface SendLaterProps {
  /** Called with the time of sending, as UTC text. */
  onChoose: (sendAt: string) => void
  /** Called when the user wants another time. */
  onAsk: () => void
}

/** A menu beside Send, with times at which to send the message later. */
export function SendLater({ onChoose, onAsk }: SendLaterProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now, session } = useEnvironment()
  const morning = tomorrow(now(), session.time_zone)
  return (
    <Menu
      label={t('Schedule')}
      triggerClassName="button composer-later"
      trigger={<Icon name="schedule" size="small" />}
    >
      <MenuItem onAction={() => onChoose(utcOf(wallIn(now(), session.time_zone, 3_600_000), session.time_zone))}>
        <Text source="In one hour" />
      </MenuItem>
      <MenuItem onAction={() => onChoose(utcOf(morning, session.time_zone))}>
        <bdi>{formatDateTime(morning, now())}</bdi>
      </MenuItem>
      <MenuItem onAction={onAsk}>
        <Text source="Choose a time" />
      </MenuItem>
    </Menu>
  )
}

interface ChooseTimeProps extends Pick<SendLaterProps, 'onChoose'> {
  onClose: () => void
}

/** Asks for the day and time, in the site's time zone. It is a form, so don't render it inside one. */
export function ChooseTime({ onClose, onChoose }: ChooseTimeProps) {
  const { now, session } = useEnvironment()
  const [wall, setWall] = useState<string | null>(() => tomorrow(now(), session.time_zone))
  const [error, setError] = useState(false)
  const submit = () => {
    if (wall !== null && wall > now()) onChoose(utcOf(wall, session.time_zone))
    else setError(true)
  }
  return (
    <Dialog
      title={<Text source="Schedule" />}
      size="small"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>
            <Text source="Cancel" />
          </Button>
          <Button type="submit" variant="primary">
            <Text source="Schedule" />
          </Button>
        </>
      }
    >
      <Suspense fallback={<div className="input" aria-busy="true" />}>
        <DateTimeField
          label={<Text source="Send At" />}
          value={wall}
          autoFocus
          error={error ? <Text source="Choose a time that is still to come." /> : undefined}
          onChange={(next) => {
            setError(false)
            setWall(next)
          }}
        />
      </Suspense>
    </Dialog>
  )
}

/** Tomorrow at eight. */
const tomorrow = (now: string, zone: string) => `${wallIn(now, zone, 86_400_000).slice(0, 10)} 08:00:00`

const utcOf = (wall: string, zone: string) => new Date(instantOf(wall, zone)).toISOString()

/** The wall-clock time after so many milliseconds, summer time included. */
const wallIn = (now: string, zone: string, millis: number) => wallClock(instantOf(now, zone) + millis, zone)
