import { useI18n } from '@tavla/i18n/react'
import { Mark } from './Mark.tsx'

/** Shown until the app is initialised, if that takes longer than 200 ms. */
export function Loading() {
  const { t } = useI18n()
  return (
    <div className="root-loading delayed" role="status">
      <Mark />
      <span>{t('Loading…')}</span>
    </div>
  )
}
