import { Icon } from '@tavla/ui'
import type { Outcome } from './useJobs.ts'
import './jobs.css'

const icons = { success: 'check_circle', error: 'error', plain: 'info' } as const

/** The result of the last action, in the record's form; screen readers hear it too. */
export const JobOutcome = ({ outcome }: { outcome: Outcome | null }) => (
  <div role="status" className="job-outcome" data-tone={outcome?.tone}>
    {outcome && (
      <>
        <Icon name={icons[outcome.tone]} />
        <p dir="auto">{outcome.text}</p>
      </>
    )}
  </div>
)
