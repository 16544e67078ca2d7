import { useSession } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { useI18n } from '@tavla/i18n/react'
import { notify, type Translate, untilAnswered } from '@tavla/ui'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Look } from './keep-worker.ts'

/** Milliseconds after which a visit without a list makes copies, too. */
const pause = 3000

/** Set once the worker is kept by this page. */
let look: Look | undefined

/**
 * Registers the service worker once the first list is drawn, and keeps copies for reading; removes both where the site
 * wants none (reference: screens, Without a network).
 */
export function useWorker(entity: string | undefined): void {
  const { t } = useI18n()
  const { pathname } = useLocation()
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
    const act = isWanted === 0 ? remove : () => keep(isDrawn, t)
    const timer = setTimeout(() => void act().catch(console.error), isDrawn ? 0 : pause)
    return () => clearTimeout(timer)
  }, [isWanted, isDrawn, t])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on each navigation
  useEffect(() => void look?.(), [pathname])
}

/** A visit without a list does not register the worker, but its page counts, and hears of new builds. */
async function keep(isDrawn: boolean, t: Translate): Promise<void> {
  const { hasWorker, keepWorker } = await import('./keep-worker.ts')
  if (look || !(isDrawn || (await hasWorker()))) return
  const offer = () =>
    notify(t('A new version is ready.'), {
      duration: untilAnswered,
      action: { label: t('Reload'), onAction: () => location.reload(), hasKey: false },
    })
  look = noLook
  look = await keepWorker(offer).catch((error: unknown) => {
    look = undefined
    throw error
  })
}

async function remove(): Promise<void> {
  const { removeWorker } = await import('./keep-worker.ts')
  await removeWorker()
  look = undefined
}

const noLook: Look = async () => undefined

const never = () => () => undefined
