import { useDraftWaiting, useUnsaved } from '@tavla/app-shell/records'
import { DetailView, type RecordNavigation, type RecordParts } from '@tavla/entity-ui'
import type { ReactNode } from 'react'
import { JobOutcome } from '../jobs/JobOutcome.tsx'
import { type Jobs, useJobs } from '../jobs/useJobs.ts'
import type { PlaceId } from './usePlaceRecord.ts'

export interface PlaceRecordProps extends PlaceId, Pick<RecordNavigation, 'onLeave' | 'onRenamed'> {
  actionsOf: ((open: PlaceId, jobs: Jobs) => ReactNode) | undefined
  introOf: ((open: PlaceId, jobs: Jobs) => ReactNode) | undefined
  introFields: readonly string[] | undefined
  /** How the record differs from the form that its metadata gives. */
  parts?: RecordParts
}

/** The record that is open in place. Where it replaces the list, it takes the focus. */
export default function PlaceRecord(props: PlaceRecordProps) {
  const { entity, id, actionsOf, introOf, introFields, parts, ...navigation } = props
  const jobs = useJobs(entity, id)
  return (
    <DetailView
      {...{ entity, id }}
      navigation={{ ...navigation, takesFocus: true, onDirtyChange: useUnsaved(), onDraftWaiting: useDraftWaiting() }}
      actions={actionsOf?.(props, jobs)}
      intro={
        <>
          <JobOutcome outcome={jobs.outcome} />
          {introOf?.(props, jobs)}
        </>
      }
      {...(introFields && { introFields })}
      {...parts}
    />
  )
}
