import type { EntityRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'

/** Numbers of a record's open communications, by medium (reference: http-api, Badges). */
export function OpenBadges({ record }: { record: EntityRecord }) {
  const { t } = useI18n()
  const { email = 0, whatsapp = 0 } = record.open_communications ?? {}
  return (
    <>
      <OpenBadge icon="mail" label={t('Email')} count={email} />
      <OpenBadge icon="chat" label={t('WhatsApp')} count={whatsapp} />
    </>
  )
}

function OpenBadge({ icon, label, count }: { icon: string; label: string; count: number }) {
  const { formatNumber } = useI18n()
  if (count <= 0) return null
  return (
    <span className="open-badge" title={label}>
      <Icon name={icon} size="small" />
      <span className="visually-hidden">{label}</span>
      <span className="numeric">{formatNumber(count)}</span>
    </span>
  )
}
