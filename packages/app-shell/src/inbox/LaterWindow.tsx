import { useEnvironment } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Button, Dialog, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'

const MomentField = lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateTimeField }), 'line')

interface LaterWindowProps {
  /** Called with a wall-clock text that is still to come. */
  onChoose: (until: string) => void
  onClose: () => void
}

/** Asks until when a row of the inbox is put off. */
export function LaterWindow({ onChoose, onClose }: LaterWindowProps) {
  const { now } = useEnvironment()
  const [until, setUntil] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const submit = () => {
    if (until === null || until <= now()) return setRefused(true)
    onChoose(until)
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={<Text source="Choose a time" />}
      onClose={onClose}
      onSubmit={submit}
      hasSubmitKeys
      footer={
        <>
          <Button onClick={onClose}>
            <Text source="Cancel" />
          </Button>
          <Button type="submit" variant="primary">
            <Text source="Later" />
          </Button>
        </>
      }
    >
      <Suspense fallback={<div className="input" aria-busy="true" />}>
        <MomentField
          label={<Text source="Later Until" />}
          autoFocus
          value={until}
          error={isRefused ? <Text source="Choose a time that is still to come." /> : undefined}
          onChange={(next) => {
            setRefused(false)
            setUntil(next)
          }}
        />
      </Suspense>
    </Dialog>
  )
}
