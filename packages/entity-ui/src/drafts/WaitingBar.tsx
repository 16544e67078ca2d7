import { BarStep, RecordBar } from '../detail/RecordBar.tsx'
import { DraftWaits } from './DraftWaits.tsx'

interface WaitingBarProps {
  /** When the draft was typed, in milliseconds by this browser's clock. */
  since: number
  onContinue: () => void
  onDiscard: () => void
}

/** Offers a kept draft (reference: screens, Drafts). */
export function WaitingBar({ since, onContinue, onDiscard }: WaitingBarProps) {
  const steps = (
    <>
      <BarStep label="Continue" onStep={onContinue} />
      <BarStep label="Discard" onStep={onDiscard} />
    </>
  )
  return (
    <RecordBar icon="edit" steps={steps}>
      <DraftWaits since={since} />
    </RecordBar>
  )
}
