import { useI18n } from '@tavla/i18n/react'
import { useSession } from '../boot/app-state.ts'
import { EnvironmentSign } from './EnvironmentSign.tsx'
import { environmentOf } from './environments.ts'

/** Says above everything that this site is for trying things out (reference: screens, Environment marks). */
export function EnvironmentStrip() {
  const { t } = useI18n()
  const environment = environmentOf((useSession() as { environment?: unknown }).environment)
  if (environment !== 'Staging' && environment !== 'Demo') return null
  return (
    <div className="environment-strip" data-environment={environment} role="note" aria-label={t('Environment')}>
      <EnvironmentSign environment={environment} />
    </div>
  )
}
