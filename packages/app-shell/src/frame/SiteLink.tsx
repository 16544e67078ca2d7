import { useI18n } from '@tavla/i18n/react'
import { Icon, useTooltip } from '@tavla/ui'

/** Opens the place's site in a new tab without an opener. */
export function SiteLink({ site }: { site: string }) {
  const { t } = useI18n()
  const { target, tip } = useTooltip(t('Open Staging Site'))
  return (
    <>
      <a className="site-link" href={site} target="_blank" rel="noopener" {...target}>
        <bdi dir="ltr">{new URL(site).host}</bdi>
        <Icon name="open_in_new" size="small" />
      </a>
      {tip}
    </>
  )
}
