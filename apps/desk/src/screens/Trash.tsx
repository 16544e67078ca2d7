import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { RecordsScreen } from '@tavla/app-shell/records'
import { EmptyTrash, RestoreAll, TrashSelection, TrashWords, useTrashParts } from '@tavla/app-shell/trash'
import { useEnvironment } from '@tavla/entity-ui'
import { trashPath } from '../paths.ts'

/** The deleted records that the user may see, newest first (reference: screens, Trash). */
export default function Trash({ id }: { id: string | undefined }) {
  return (
    <TrashWords>
      <TrashSelection>
        <RecordsScreen
          entity="Trash Item"
          id={id}
          baseRoute={trashPath}
          Panel={TrashPanel}
          listActions={
            <>
              <RestoreAll />
              <EmptyTrash />
            </>
          }
          isFixed
          hasBoxes
          emptyText="The trash is empty"
        />
      </TrashSelection>
    </TrashWords>
  )
}

function TrashPanel(props: RecordPanelProps) {
  const { navigate } = useEnvironment()
  // The item is gone with the return of its record.
  return <RecordPanel {...props} {...useTrashParts((path = trashPath) => navigate(path, { replace: true }))} />
}
