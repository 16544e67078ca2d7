import type { DraftKey, DraftKind } from '@tavla/client/browser'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { siteOf } from './site-of.ts'

/**
 * The key of a draft of the signed-in user at this site. It stays the same while its place is on screen: at the end of a
 * session nothing of it becomes a guest's.
 */
export function useDraftKey(kind: DraftKind, entity: string, id: string): DraftKey {
  const { client, session } = useEnvironment()
  const [key] = useState<DraftKey>(() => [siteOf(client), session.user, kind, entity, id])
  return key
}
