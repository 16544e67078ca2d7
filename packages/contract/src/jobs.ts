/** The kinds of jobs (reference: http-api, Jobs). */
export type JobKind = 'Bulk Change' | 'Bulk Delete' | 'Bulk Action' | 'Import' | 'Export' | 'Restore' | 'Recalculate'

export type JobStatus = 'Waiting' | 'Running' | 'Done' | 'Failed' | 'Cancelled' | 'Interrupted'

/** Socket event `job_update`, sent to the person of the job (reference: live-events, Jobs). */
export interface JobUpdate {
  id: string
  status: JobStatus
  total: number
  done: number
  failed: number
}
