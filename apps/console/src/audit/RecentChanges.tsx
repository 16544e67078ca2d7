import { OperationFacts, OperationWords, toldFields, UndoOperation, withRecords } from '@tavla/app-shell/operations'
import { useI18n } from '@tavla/i18n/react'
import { PlaceRecords } from '../staging/place/PlaceRecords.tsx'

const lists = [{ entity: 'Operation Log', scope: withRecords, emptyText: 'No recent changes' }] as const

const undo = () => <UndoOperation />
const facts = () => <OperationFacts />

/** The operations of a server, newest first (reference: screens, Recent changes). */
export default function RecentChanges() {
  const { t } = useI18n()
  return (
    <OperationWords>
      <PlaceRecords
        label={t('Recent Changes')}
        lists={lists}
        actionsOf={undo}
        introOf={facts}
        introFields={toldFields}
      />
    </OperationWords>
  )
}
