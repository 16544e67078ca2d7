import { OperationPanel, OperationWords, withRecords } from '@tavla/app-shell/operations'
import { RecordsScreen } from '@tavla/app-shell/records'
import { recentChangesPath } from '../paths.ts'

/** The operations that the user may see, newest first (reference: screens, Recent changes). */
export default function RecentChanges({ id }: { id: string | undefined }) {
  return (
    <OperationWords>
      <RecordsScreen
        entity="Operation Log"
        id={id}
        baseRoute={recentChangesPath}
        scope={withRecords}
        Panel={OperationPanel}
        isFixed
        emptyText="No recent changes"
      />
    </OperationWords>
  )
}
