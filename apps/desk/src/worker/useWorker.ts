import { useSession } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { useI18n } from '@tavla/i18n/react'
import { notify, untilAnswered } from '@tavla/ui'
import { useEffect, useSyncExternalStore } from 'react'

/** Milliseconds after which a visit without a list makes copies, too. */
const pause = 3000

let isKept = false

/**
 * Registers the service worker once the first list is drawn, and keeps copies for reading; removes both where the site
 * wants none (reference: screens, Without a network).
 */
export function useWorker(entity: string | undefined): void {
  const { t } = useI18n()
  const { user, offline_copies: isWanted } = useSession()
  const store = entity === undefined ? undefined : client.store(entity)
  const isDrawn = useSyncExternalStore(
    store?.subscribe ?? never,
    () => store !== undefined && store.getSnapshot().status === 'ready',
  )

  useEffect(() => {
    const keep = async () => {
      const offline = await import('@tavla/app-shell/offline')
      await (isWanted === 0 ? offline.dropCopies() : offline.keepCopies(user))
    }
    const timer = setTimeout(() => void keep().catch(console.error), isDrawn ? 0 : pause)
    return () => clearTimeout(timer)
  }, [user, isWanted, isDrawn])

  useEffect(() => {
    if (import.meta.env.DEV) return
    if (isWanted === 0) void import('./keep-worker.ts').then(({ removeWorker }) => removeWorker()).catch(console.error)
    else if (isDrawn && !isKept) {
      isKept = true
      const offer = () =>
        notify(t('A new version is ready.'), {
          duration: untilAnswered,
          action: { label: t('Reload'), onAction: () => location.reload(), hasKey: false },
        })
      void import('./keep-worker.ts').then(({ keepWorker }) => keepWorker(offer)).catch(console.error)
    }
  }, [isWanted, isDrawn, t])
}

const never = () => () => undefined
