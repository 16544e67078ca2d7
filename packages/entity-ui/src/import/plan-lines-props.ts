import type { ImportPlanResult, Meta } from '@tavla/contract'
import type { PlanRows } from './usePlanRows.ts'

export interface PlanLinesProps {
  meta: Meta
  plan: Pick<ImportPlanResult, 'columns'>
  rows: PlanRows
  /** True until the import begins. */
  canMend?: boolean
}
