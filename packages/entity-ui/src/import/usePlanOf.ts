import { jobCalls } from '@tavla/client'
import type { ImportPlanResult } from '@tavla/contract'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'

/** The result of a dry run; undefined while it is read, and when it is kept no longer. */
export function usePlanOf(job: string | undefined): ImportPlanResult | undefined {
  const { client } = useEnvironment()
  const { value } = useReading(`plan ${job}`, async () => {
    if (job === undefined) return null
    return (await jobCalls(client).get(job)).result as ImportPlanResult | null
  })
  return value ?? undefined
}
