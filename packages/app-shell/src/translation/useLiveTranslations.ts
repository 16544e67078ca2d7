import type { TranslationEntry } from '@tavla/contract'
import { currentI18n, setLanguage } from '@tavla/i18n/react'
import { useEffect } from 'react'
import { client, watchEvents } from '../app-client.ts'
import { call } from '../boot/call.ts'

/** One read answers all events within this many milliseconds, as in lists (reference: live-events, In the client). */
const pause = 300

/**
 * Shows a corrected text on every open screen at once: reads the texts again when Translation changes and after a
 * reconnect. A user without the right to follow Translation reads them when returning to the page.
 */
export function useLiveTranslations(): void {
  useEffect(() => {
    const release = client.live.watchList('Translation')
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFollowing = false
    let wasOnline = false

    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void readTexts()
      }, pause)
    }
    const stopEvents = watchEvents((name, payload) => {
      if (name === 'list_update' && isOfTranslation(payload)) readSoon()
    })
    const stopStatus = client.live.status.subscribe(() => {
      if (client.live.status.getSnapshot().status !== 'online') return
      if (wasOnline) readSoon()
      wasOnline = true
      void canFollow().then((can) => {
        isFollowing = can
      })
    })
    const handleReturn = () => {
      if (document.visibilityState === 'visible' && !isFollowing) readSoon()
    }
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      document.removeEventListener('visibilitychange', handleReturn)
      stopStatus()
      stopEvents()
      clearTimeout(timer)
      release()
    }
  }, [])
}

const isOfTranslation = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'entity' in payload && payload.entity === 'Translation'

/** Joining a room again only returns whether the user may join it. */
async function canFollow(): Promise<boolean> {
  const answer = await client.live.emit('list_update', { entity: 'Translation' }).catch(() => undefined)
  return answer?.ok === true
}

async function readTexts(): Promise<void> {
  const { language } = currentI18n()
  try {
    const params = { language }
    const { translations } = await call<{ translations: TranslationEntry[] }>('GET', '/api/app/get_translations', {
      params,
    })
    if (currentI18n().language === language) setLanguage(language, translations)
  } catch {
    // The user did not ask for this read: the texts stay as they are until the next change.
  }
}
