import type { Site } from '../../../site.ts'
import { messageEntity } from '../rows.ts'
import { advance } from '../send/progress.ts'
import type { Inbox, InboxWorker } from './inbox.ts'

/** Marks messages of the sandbox as delivered a moment later (reference: conversations, Receiving WhatsApp). */
export function sandboxWorker(site: Site, inbox: Inbox): InboxWorker {
  const { engine, store } = site
  return {
    batch: 20,
    async work(rows) {
      await store.write(async (tx) => {
        for (const { rid, ref } of rows) {
          if (!(await inbox.done(tx, rid))) continue
          const message = await engine.rows(engine.models.require(messageEntity)).byIdLocked(tx, ref)
          if (message) await advance(site, tx, message, 'Delivered', { at: engine.clock.nowUtc() })
        }
      })
    },
  }
}
