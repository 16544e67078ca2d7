import type { Client } from '@tavla/client'
import type { ImportResult } from '@tavla/contract'
import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { followJob } from '../jobs/follow-job.ts'
import { notifyWritten } from '../undo/undo-flow.ts'

/** The imports whose screen is open: it shows their end itself. */
const onScreen = new Set<string>()

/** Notes that the screen of an import is open; the returned function ends that. */
export function noteOnScreen(job: string): () => void {
  onScreen.add(job)
  return () => void onScreen.delete(job)
}

/** Tells the end of an import to a person who has left its screen. */
export function tellEnd(t: I18n['t'], client: Client, job: string): void {
  void followJob<ImportResult>(client, job).end.then(({ status, result, operation, done }) => {
    if (onScreen.has(job)) return
    if (status === 'Failed') return notify(result?.message ?? t('Failed'), { tone: 'error' })
    const undo = operation === undefined ? undefined : { host: client.host, id: operation }
    notifyWritten(t, t('Imported records: {0}', [done]), undo)
  })
}
