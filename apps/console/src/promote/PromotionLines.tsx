import type { EntityRecord } from '@tavla/contract'
import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import { useEffect } from 'react'
import { useLinkStops } from '../logs/useLinkStops.ts'
import { LineLink } from '../reading/LineLink.tsx'
import { PromotionWay } from './PromotionWay.tsx'

interface PromotionLinesProps {
  promotions: readonly EntityRecord[]
  activeId: string | undefined
  path: string
}

/** One line a promotion: its title, from where to where, when, and its state. */
export function PromotionLines({ promotions, activeId, path }: PromotionLinesProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const { tabIndexOf, handlers } = useLinkStops(
    promotions.length,
    promotions.findIndex(({ id }) => id === activeId),
  )
  return (
    <ul className="line-list" aria-label={t('Promotion')} {...handlers}>
      {promotions.map((promotion, index) => {
        const { id, status, applied_at: appliedAt, creation } = promotion
        const at = typeof appliedAt === 'string' ? appliedAt : creation
        return (
          <li key={id}>
            <LineLink
              className="promotion-line"
              href={`${path}/${encodeURIComponent(id)}`}
              tabIndex={tabIndexOf(index)}
              aria-current={id === activeId || undefined}
            >
              <span className="promotion-title">
                <PromotionWay promotion={promotion} />
              </span>
              <PromotionStatus status={String(status)} />
              <span className="promotion-facts">
                {typeof at === 'string' && <time dateTime={at}>{formatDateTime(at, now())}</time>}
              </span>
            </LineLink>
          </li>
        )
      })}
    </ul>
  )
}

/** The state of a promotion in its colour from the entity. */
export function PromotionStatus({ status }: { status: string }) {
  const [{ meta }, store] = useEntity('Promotion')
  useEffect(() => {
    store.loadMeta().catch(() => undefined)
  }, [store])
  return (
    <Pill color={meta?.states.find(({ title }) => title === status)?.color}>
      <Text source={status} context="status" />
    </Pill>
  )
}
