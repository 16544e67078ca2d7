import { useI18n } from '@tavla/i18n/react'
import { useMemo } from 'react'
import { PlaceRecords } from '../staging/place/PlaceRecords.tsx'

/** The sessions of an operator at HQ; deleting one ends it. */
export function OperatorSessions({ user }: { user: string }) {
  const { t } = useI18n()
  const lists = useMemo(() => [{ entity: 'Session', isFixed: true, scope: { user: ['=', user] } as const }], [user])
  return <PlaceRecords label={t('Session')} lists={lists} />
}
