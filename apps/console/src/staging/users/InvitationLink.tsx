import { Text } from '@tavla/i18n/react'
import { CopyLine } from '../jobs/CopyLine.tsx'
import { ShownOnce } from '../jobs/ShownOnce.tsx'

/** A link to hand over when mail does not arrive; shown once. */
export interface Invitation {
  link: string
  /** Days until it expires. */
  days: number
}

export function InvitationLink({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <ShownOnce title="Invitation Link" onClose={onClose}>
      <p>
        <Text source="This link is shown only now. Give it to this person alone: it sets their password." />
      </p>
      <p>
        <Text source="The link works once and expires after {0} days." args={[invitation.days]} />
      </p>
      <CopyLine label="Invitation Link" value={invitation.link} />
    </ShownOnce>
  )
}
