import { notificationKinds, textOf } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'

interface MutedKindsProps {
  /** The kinds of which the person is not told, one a line. */
  value: unknown
  error?: string | undefined
  onChange: (value: string) => void
}

/** The kinds of notifications as boxes; a checked one makes no notification (reference: work, Notifications). */
export function MutedKinds({ value, error, onChange }: MutedKindsProps) {
  const muted = textOf(value).split('\n')
  const turn = (kind: string, isMuted: boolean) =>
    onChange(notificationKinds.filter((one) => (one === kind ? isMuted : muted.includes(one))).join('\n'))
  return (
    <fieldset className="my-kinds">
      <legend>
        <Text source="Muted Kinds" />
      </legend>
      {notificationKinds.map((kind) => (
        <Checkbox key={kind} isChecked={muted.includes(kind)} onChange={(isMuted) => turn(kind, isMuted)}>
          <Text source={kind} />
        </Checkbox>
      ))}
      {error !== undefined && (
        <p className="field-error" role="alert" dir="auto">
          {error}
        </p>
      )}
    </fieldset>
  )
}
