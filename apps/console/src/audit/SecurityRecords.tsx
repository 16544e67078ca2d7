import type { EntityRecord } from '@tavla/contract'
import { type RecordWords, RecordWordsContext } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import { useCallback } from 'react'
import { PlaceRecords } from '../staging/place/PlaceRecords.tsx'

const lists = [{ entity: 'Security Event' }] as const

/** The security log of a server, newest first: account, event, address, and whether it was allowed. */
export default function SecurityRecords() {
  const { t } = useI18n()
  const wordsOf = useCallback(
    ({ event, outcome, account, user, _link_titles: titles }: EntityRecord): RecordWords | undefined => {
      if (typeof event !== 'string') return undefined
      const who = account ?? titles?.user ?? user
      return {
        title: <bdi>{t(event)}</bdi>,
        heading: 'Event',
        ...(typeof who === 'string' && { beside: <bdi>{who}</bdi> }),
        states: typeof outcome === 'string' && (
          <Pill color={outcome === 'Refused' ? 'Red' : 'Green'}>{t(outcome)}</Pill>
        ),
        // The same in all rows, so that address and time have fixed places.
        told: ['event', 'outcome', 'account', 'user'],
      }
    },
    [t],
  )
  return (
    <RecordWordsContext value={wordsOf}>
      <PlaceRecords label={t('Security')} lists={lists} />
    </RecordWordsContext>
  )
}
