import { Text } from '@tavla/i18n/react'
import { useMoment } from '../useMoment.ts'

/** Says when a kept draft was typed. `since`: milliseconds by this browser's clock. */
export function DraftWaits({ since }: { since: number }) {
  return <Text source="You have unsaved changes from {0}." args={[useMoment(since)]} />
}
