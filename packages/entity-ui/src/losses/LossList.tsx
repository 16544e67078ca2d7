import type { DefinitionLoss } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { DangerBox } from './DangerBox.tsx'
import { LossItem } from './LossItem.tsx'
import './losses.css'

interface LossListProps {
  losses: readonly DefinitionLoss[]
  /** Number of records that lose something; the sum of the losses when absent. */
  records?: number | undefined
}

/** A warning: the data that a change of a definition loses (reference: metadata, Changing a definition). */
export function LossList({ losses, records = losses.reduce((sum, loss) => sum + loss.records, 0) }: LossListProps) {
  return (
    <DangerBox
      icon="warning"
      title={<Text source="This change would lose data in {0} records. Confirm to continue." args={[records]} />}
    >
      {losses.map((loss) => (
        <LossItem key={loss.fieldname} loss={loss} />
      ))}
    </DangerBox>
  )
}
