import { Text, useI18n } from '@tavla/i18n/react'
import { ProgressBar, Select } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { closeBackup, openBackup } from './backup-calls.ts'
import { RecordChoice } from './RecordChoice.tsx'
import { RestoreEntity } from './RestoreEntity.tsx'

/** Brings back an entity or chosen records of it, out of the backup that opens for it (reference: hosting, Records of a backup). */
export default function RestoreSome({ backup, isWhole }: { backup: string; isWhole: boolean }) {
  const { t, formatNumber } = useI18n()
  const reading = useLiveReading(backup, () => openBackup(backup))
  const [entity, setEntity] = useState('')
  // It closes by itself after a while.
  useEffect(() => () => void closeBackup(backup).catch(() => undefined), [backup])
  if (reading.error) return <PanelState reading={reading} />
  if (!reading.value)
    return (
      <div className="restore-step" role="status">
        <Text source="Opening" />
        <ProgressBar label={t('Opening')} />
      </div>
    )
  const options = reading.value
    .filter(({ records }) => records > 0)
    .map(({ id, records }) => ({ value: id, label: `${t(id)} (${formatNumber(records, 0)})` }))
  const Part = isWhole ? RestoreEntity : RecordChoice
  return (
    <div className="restore-step">
      <Select label={<Text source="Entity" />} options={options} value={entity} onChange={setEntity} />
      {entity !== '' && <Part key={entity} backup={backup} entity={entity} />}
    </div>
  )
}
