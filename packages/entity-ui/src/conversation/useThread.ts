import { type ThreadState, type ThreadStore, threadOf } from '@tavla/client'
import { useEffect, useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'

/** The thread of the open record of an entity, followed live, and its store. */
export function useThread(entity: string): [ThreadState, ThreadStore] {
  const { client } = useEnvironment()
  const thread = threadOf(client, entity)
  useEffect(() => thread.follow(), [thread])
  return [useSyncExternalStore(thread.subscribe, thread.getSnapshot, thread.getSnapshot), thread]
}
