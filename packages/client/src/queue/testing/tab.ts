import { createClient } from '../../client.ts'
import { setErrorCallback } from '../../request.ts'
import type { QueuedChange } from '../../waiting.ts'
import type { Answer } from '../order.ts'
import { openQueue } from '../queue.ts'
import { queuedCalls } from '../queued-calls.ts'
import type { MemoryBrowser } from './browser.ts'
import type { Site } from './site.ts'

/** Opens a tab of a site, in which writes may wait. */
export async function openTab(site: Site, browser: MemoryBrowser, user = 'noa@example.com') {
  const told: [subject: unknown, kind: Answer['kind'], message?: string][] = []
  const failures = { storage: 0, expired: 0 }
  const tellErrors = setErrorCallback(() => undefined)
  const client = createClient({ host: site.host, onError: () => undefined })
  const onAnswer = ({ values, kind: of }: QueuedChange, answer: Answer) => {
    const message = 'message' in answer ? [answer.message?.text ?? ''] : []
    told.push([values.subject ?? of, answer.kind, ...message] as (typeof told)[number])
  }
  const owner = [site.host, user] as const
  const queue = await openQueue({
    ...{ client, owner },
    onAnswer,
    onCannotKeep: () => failures.storage++,
    onExpired: (count) => (failures.expired += count),
    browser: browser.of(owner),
  })
  const surroundings = { queue, client, mayWait: () => true, now: () => '2026-01-05 10:00:00', defaultsOf: () => ({}) }
  client.replaceCalls((entity, calls) => queuedCalls(surroundings, entity, calls))
  const tasks = client.store('Task')
  return {
    ...{ client, queue, tasks, told, failures },
    close() {
      client.replaceCalls(undefined)
      queue.stop()
      client.reset()
      setErrorCallback(tellErrors)
    },
  }
}

export type Tab = Awaited<ReturnType<typeof openTab>>
