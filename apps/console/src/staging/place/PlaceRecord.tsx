import { useUnsaved } from '@tavla/app-shell/records'
import { DetailView, type DetailViewProps } from '@tavla/entity-ui'
import type { ReactNode } from 'react'
import { JobOutcome } from '../jobs/JobOutcome.tsx'
import { type Jobs, useJobs } from '../jobs/useJobs.ts'
import type { PlaceId } from './usePlaceRecord.ts'

interface PlaceRecordProps extends Pick<DetailViewProps, 'entity' | 'id' | 'onLeave' | 'onRenamed'> {
  actionsOf: ((open: PlaceId, jobs: Jobs) => ReactNode) | undefined
  introOf: ((open: PlaceId, jobs: Jobs) => ReactNode) | undefined
  introFields: readonly string[] | undefined
}

/** The record that is open in place. Where it replaces the list, it takes the focus. */
export default function PlaceRecord({ actionsOf, introOf, introFields, ...props }: PlaceRecordProps) {
  const jobs = useJobs(props.entity, props.id)
  return (
    <DetailView
      {...props}
      actions={actionsOf?.(props, jobs)}
      intro={
        <>
          <JobOutcome outcome={jobs.outcome} />
          {introOf?.(props, jobs)}
        </>
      }
      {...(introFields && { introFields })}
      takesFocus
      onDirtyChange={useUnsaved()}
    />
  )
}
