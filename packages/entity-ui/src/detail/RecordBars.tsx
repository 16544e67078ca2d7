import type { EntityState, EntityStore } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import { WaitingBar } from '../drafts/WaitingBar.tsx'
import { useQueueParts } from '../queue/queue-parts.ts'
import { useLastChange } from '../queue/useLastChange.ts'
import { BarStep, RecordBar } from './RecordBar.tsx'
import type { RecordForm } from './useRecordForm.ts'

const DeletedBar = lazyPart(() => import('./DeletedBar.tsx'), 'line')

interface RecordBarsProps {
  state: EntityState
  store: EntityStore
  form: Pick<RecordForm, 'changedBy' | 'formDraft' | 'editHere' | 'reload' | 'isDirty' | 'save'>
  /** The person may edit the record, which has loaded whole. */
  canEdit: boolean
}

/**
 * Warnings about the visible record: another user changed it while it is being edited (reference: live-events, In the
 * client), it could not be read, or it has a draft here or in another tab (reference: screens, Drafts). They cover the
 * foot of the form, so that no input moves.
 */
export function RecordBars({ state, store, form, canEdit }: RecordBarsProps) {
  const { activeError: error, notice, viewers } = state
  const { changedBy, formDraft, isDirty } = form
  const { waitingSince, isElsewhere } = formDraft
  const hasDraft = canEdit && (waitingSince !== null || isElsewhere)
  const isDeleted = notice?.kind === 'deleted' && isDirty
  const queue = useQueueParts()
  const last = useLastChange(state.entity, state.activeId ?? '')
  // The head says that a change waits; the others need a decision.
  const change = last?.state === 'clash' || last?.state === 'refused' ? last : undefined
  if (!error && changedBy === null && !hasDraft && !isDeleted && !change) return null
  const told = notice?.user === changedBy ? notice?.name : undefined
  const name = told || viewers.find((viewer) => viewer.id === changedBy)?.full_name || changedBy
  const reload = <BarStep label="Reload" onStep={() => void form.reload()} />
  return (
    <div className="record-bars">
      {changedBy !== null && (
        <RecordBar icon="warning" steps={reload}>
          <Text source="This record was changed by {0}." args={[name ?? '']} />
          {isDirty && (
            <>
              {' '}
              <Text source="Your changes are kept." />
            </>
          )}
        </RecordBar>
      )}
      {isDeleted && state.activeId !== null && (
        <Suspense fallback={null}>
          <DeletedBar store={store} id={state.activeId} form={form} />
        </Suspense>
      )}
      {change && queue && <queue.Bar change={change} />}
      {error && (
        <RecordBar icon="cloud_off" steps={<BarStep label="Retry" onStep={() => void form.reload()} />}>
          <ErrorMessage error={error} />
        </RecordBar>
      )}
      {hasDraft && isElsewhere && (
        <RecordBar icon="edit" steps={<BarStep label="Edit Here" onStep={() => void form.editHere()} />}>
          <Text source="You are editing this record in another tab." />
        </RecordBar>
      )}
      {hasDraft && waitingSince !== null && (
        <WaitingBar since={waitingSince} onContinue={formDraft.resume} onDiscard={formDraft.discardWaiting} />
      )}
    </div>
  )
}
