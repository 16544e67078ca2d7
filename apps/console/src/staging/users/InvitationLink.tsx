import { Text } from '@tavla/i18n/react'
import { Button, Dialog } from '@tavla/ui'
import { CopyLine } from '../jobs/CopyLine.tsx'

/** A link to be handed over where no mail arrives; shown this once. */
export interface Invitation {
  link: string
  /** How long it works. */
  days: number
}

export function InvitationLink({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <Dialog
      title={<Text source="Invitation Link" />}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Text source="Close" />
        </Button>
      }
    >
      <div className="window-lines">
        <p>
          <Text source="This link is shown only now. Give it to this person alone: it sets their password." />
        </p>
        <p>
          <Text source="The link works once and expires after {0} days." args={[invitation.days]} />
        </p>
        <CopyLine label="Invitation Link" value={invitation.link} />
      </div>
    </Dialog>
  )
}
