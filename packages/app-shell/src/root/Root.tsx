import { localeOf } from '@tavla/i18n'
import { Text, useI18n } from '@tavla/i18n/react'
import { UiProvider } from '@tavla/ui'
import { Outlet } from 'react-router'
import { useAppState } from '../boot/app-state.ts'
import { ErrorWindow } from '../errors/ErrorWindow.tsx'
import { AppLink } from './AppLink.tsx'
import { Loading } from './Loading.tsx'
import { NoServer } from './NoServer.tsx'
import { StartFailed } from './StartFailed.tsx'
import { usePageTitle } from './usePageTitle.ts'

/**
 * The application root: loading until initialised, an overlay if that failed or no server answered, else the screens
 * (reference: screens, Boot and guard).
 */
export function Root() {
  const { t, language } = useI18n()
  const { status, session } = useAppState()
  usePageTitle()
  if (status === 'failed') return <StartFailed />
  if (status === 'unreached') return <NoServer />
  if (status === 'loading') return <Loading />
  // Weeks begin as those of the site.
  const locale = `${localeOf(language)}-u-fw-${(session?.week_start ?? 'Sunday').slice(0, 3)}`
  return (
    <UiProvider translate={t} Text={Text} locale={locale} Link={AppLink}>
      <div className="root-ready">
        <Outlet />
      </div>
      <ErrorWindow />
    </UiProvider>
  )
}
