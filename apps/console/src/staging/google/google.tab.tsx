import { useI18n } from '@tavla/i18n/react'
import { PlaceRecords } from '../place/PlaceRecords.tsx'
import { ConnectAccount } from './ConnectAccount.tsx'
import { ConnectionFacts } from './ConnectionFacts.tsx'

const lists = [
  { entity: 'Connected App', title: 'Connected App' },
  { entity: 'Google Settings', isOne: true },
] as const

/**
 * The apps through which accounts are connected, and the default credentials of apps without their own (reference:
 * screens, Console tabs).
 */
export default function Google() {
  const { t } = useI18n()
  return (
    <PlaceRecords
      label={t('Google')}
      lists={lists}
      variant="below"
      actionsOf={({ entity, id }) => entity === 'Connected App' && <ConnectAccount key={id} app={id} />}
      introOf={({ entity, id }, jobs) => entity === 'Connected App' && <ConnectionFacts app={id} jobs={jobs} />}
    />
  )
}
