import type { EntityState, EntityStore } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useEnvironment } from '../environment.ts'

/** Deleting a list's records, one at a time and after a question; `ids` are those of its rows. */
export function useRowDeletion({ meta, activeList }: EntityState, store: EntityStore, ids: readonly string[]) {
  const { onError, session } = useEnvironment()
  const [asking, setAsking] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  // No row moves under a hand that is about to confirm.
  const isAsking = asking !== null
  useEffect(() => (isAsking ? store.hold() : undefined), [store, isAsking])

  const permissions = meta?.doc_meta.permissions
  // Some rules give rights to one's own records alone; where the list tells the owner, only they can be deleted.
  const isOwn = ({ owner }: EntityRecord) =>
    permissions?.if_owner !== 1 || owner === undefined || owner === session.user
  const canDelete = (record: EntityRecord) => permissions?.delete === 1 && meta?.type !== 'Settings' && isOwn(record)

  /** True when the record is gone; `goTo` then gets the index at which its neighbour stands by now. */
  const remove = async (id: string, goTo: (index: number) => void): Promise<boolean> => {
    const place = ids.indexOf(id)
    setDeleting(true)
    let isGone = false
    try {
      await store.remove(id)
      isGone = true
    } catch (error) {
      onError(error)
    }
    setDeleting(false)
    setAsking(null)
    if (isGone) goTo(place)
    return isGone
  }

  /** Asks about a row's record; false where it can't be deleted. */
  const ask = (id: string): boolean => {
    const record = activeList.find((row) => row.id === id)
    if (!record || !canDelete(record)) return false
    setAsking(id)
    return true
  }
  return { asking, setAsking, isDeleting, canDelete, remove, ask }
}
