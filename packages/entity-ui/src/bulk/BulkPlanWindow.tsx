import { type ApiError, bulkCalls, toApiError } from '@tavla/client'
import type { BulkPlan, BulkTarget, BulkWork, Meta } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, Skeleton } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { bulkWords } from './bulk-words.ts'
import { PlanFacts } from './PlanFacts.tsx'
import { useBulkJob } from './useBulkJob.tsx'
import './bulk-plan.css'

interface BulkPlanWindowProps {
  meta: Meta
  target: BulkTarget
  work: BulkWork
  /** English source text of the step that writes. */
  label: string
  /** Called when the job has started. */
  onStarted: () => void
  onClose: () => void
}

/** More records than this are written one by one, each for itself; up to it, all or none unless some are refused. */
const wholeAtMost = 500

/** The effect of a change of many records before it is written, and then its progress (reference: screens, Bulk changes). */
export default function BulkPlanWindow({ meta, target, work, label, onStarted, onClose }: BulkPlanWindowProps) {
  const { client } = useEnvironment()
  const { t, formatNumber } = useI18n()
  const { plan, error, again } = usePlan(meta.id, target, work)
  const job = useBulkJob(bulkWords(work).written)
  const start = async () => {
    if (!plan) return
    const on_error = plan.refused_count > 0 || plan.count > wholeAtMost ? 'skip' : 'stop'
    const started = await job.run(() =>
      bulkCalls(client).start(meta.id, target, work, { plan_id: plan.plan_id, on_error }),
    )
    if (started) onStarted()
  }
  const lookAgain = () => {
    job.clear()
    again()
  }
  const failure = job.error ?? error
  const isDangerous = 'delete' in work
  return (
    <Dialog
      title={<Text source={label} />}
      size="large"
      isForReading
      onClose={onClose}
      footer={
        job.progress ? (
          job.foot(onClose)
        ) : (
          <>
            {plan && !failure && (
              <p className="bulk-plan-safe">
                <Text source="Nothing has been written yet." />
              </p>
            )}
            <Button onClick={onClose}>
              <Text source="Cancel" />
            </Button>
            {failure ? (
              <Button variant="primary" onClick={lookAgain}>
                <Text source="Look Again" />
              </Button>
            ) : (
              <Button
                variant={isDangerous ? 'danger' : 'primary'}
                isPending={job.isStarting}
                disabled={!plan || plan.changed === 0}
                onClick={() => void start()}
              >
                <Text source={label} /> {plan && <bdi>({formatNumber(plan.changed)})</bdi>}
              </Button>
            )}
          </>
        )
      }
    >
      {job.progress ??
        (failure ? (
          <p className="field-error" role="alert" dir="auto">
            <ErrorMessage error={failure} />
          </p>
        ) : plan ? (
          <PlanFacts meta={meta} plan={plan} work={work} />
        ) : (
          <Skeleton shape="rows" lines={5} label={t('Loading…')} />
        ))}
    </Dialog>
  )
}

/** Asks for the plan when the window opens, and again on `again`. */
function usePlan(entity: string, target: BulkTarget, work: BulkWork) {
  const { client } = useEnvironment()
  const [question] = useState({ target, work })
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<{ turn: number; plan?: BulkPlan; error?: ApiError }>({ turn: -1 })
  useEffect(() => {
    let isWanted = true
    bulkCalls(client)
      .plan(entity, question.target, question.work)
      .then(
        (plan) => isWanted && setAnswer({ turn, plan }),
        (error: unknown) => isWanted && setAnswer({ turn, error: toApiError(error) }),
      )
    return () => {
      isWanted = false
    }
  }, [client, entity, question, turn])
  const { plan, error } = answer.turn === turn ? answer : {}
  return { plan, error, again: () => setTurn(turn + 1) }
}
