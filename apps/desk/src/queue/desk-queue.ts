import type { Client } from '@tavla/client'
import type { SessionInfo } from '@tavla/contract'
import { beginQueue as begin } from '@tavla/entity-ui/queue'

export { wakeQueue } from '@tavla/entity-ui/queue'

/** Changes of these need a connection: definitions change tables, and their effects are shown first. */
const online: readonly string[] = ['Entity']

export const beginQueue = (client: Client, session: SessionInfo): Promise<() => void> =>
  begin(client, session, (entity) => !online.includes(entity))
