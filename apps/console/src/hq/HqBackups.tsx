import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs } from '@tavla/ui'
import { hqPath } from '../paths.ts'
import { PlaceRecords } from '../staging/place/PlaceRecords.tsx'
import { useInnerTab } from '../staging/useInnerTab.ts'
import { BackupActions } from './BackupActions.tsx'
import { RecoverySheetWay } from './RecoverySheetWay.tsx'
import { StoreActions } from './StoreActions.tsx'

const backups = [{ entity: 'Backup', isFixed: true }]
const plans = [{ entity: 'Backup Plan' }]
const stores = [{ entity: 'Backup Store' }]
const alerts = [{ entity: 'Alert', isFixed: true }]

/** The backups of all projects and of HQ, by which plans they are made, where they lie, and the alerts. */
export default function HqBackups() {
  const { t } = useI18n()
  const { active, select } = useInnerTab(['backups', 'plans', 'stores', 'alerts'], `${hqPath}/backups`)
  return (
    <Tabs
      label={t('Backups')}
      active={active}
      onSelect={select}
      firstRow={<RecoverySheetWay />}
      tabs={[
        {
          id: 'backups',
          label: <Text source="Backups" />,
          content: (
            <PlaceRecords
              label={t('Backups')}
              lists={backups}
              actionsOf={({ id }, jobs) => <BackupActions key={id} jobs={jobs} />}
            />
          ),
        },
        { id: 'plans', label: <Text source="Plans" />, content: <PlaceRecords label={t('Plans')} lists={plans} /> },
        {
          id: 'stores',
          label: <Text source="Stores" />,
          content: (
            <PlaceRecords
              label={t('Stores')}
              lists={stores}
              actionsOf={(_open, jobs) => <StoreActions jobs={jobs} />}
            />
          ),
        },
        { id: 'alerts', label: <Text source="Alerts" />, content: <PlaceRecords label={t('Alerts')} lists={alerts} /> },
      ]}
    />
  )
}
