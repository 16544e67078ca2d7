import { useI18n } from '@tavla/i18n/react'
import { useEffect, useSyncExternalStore } from 'react'
import { isShownUnsaved, openCount, watchOpenCount } from './open-count.ts'
import { usePlace } from './usePlace.ts'
import { useSiteName } from './useSiteName.ts'

/** Updates the window's title: a dot for unsaved changes, open messages, the id if there is one, its name, a project's environment, the place, the site. */
export function usePageTitle(): void {
  const { t } = useI18n()
  const { title, id, mark } = usePlace()
  const site = useSiteName()
  const open = useSyncExternalStore(watchOpenCount, openCount)
  const isUnsaved = useSyncExternalStore(watchOpenCount, isShownUnsaved)
  const name = mark?.name === id ? undefined : mark?.name
  const environment = mark?.environment
  useEffect(() => {
    const place = [id, name, environment && t(environment), title && t(title), site].filter(Boolean).join(' · ')
    const counted = open > 0 ? `(${open > 999 ? '999+' : open}) ${place}` : place
    document.title = isUnsaved ? `• ${counted}` : counted
  }, [t, title, id, name, environment, site, open, isUnsaved])
}
