import { Text } from '@tavla/i18n/react'
import { Button, Dialog } from '@tavla/ui'
import type { ReactNode } from 'react'

interface ShownOnceProps {
  /** English source text. */
  title: string
  children: ReactNode
  onClose: () => void
}

/** A window with a secret that is never shown again, such as a new token. */
export function ShownOnce({ title, children, onClose }: ShownOnceProps) {
  return (
    <Dialog
      title={<Text source={title} />}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Text source="Close" />
        </Button>
      }
    >
      <div className="window-lines">{children}</div>
    </Dialog>
  )
}
