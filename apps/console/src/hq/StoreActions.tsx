import { JobButton } from '../staging/jobs/JobButton.tsx'
import type { Jobs } from '../staging/jobs/useJobs.ts'

/** Tries a store by writing, reading and deleting a probe. */
export function StoreActions({ jobs }: { jobs: Jobs }) {
  const test = () =>
    jobs.run<{ status: string; error?: string | null }>('test_store', ({ status, error }) => ({
      text: error || jobs.t(status, undefined, 'status'),
      tone: status === 'Ready' ? 'success' : 'error',
    }))
  return <JobButton jobs={jobs} action="test_store" icon="fact_check" label="Test Store" onPress={() => void test()} />
}
