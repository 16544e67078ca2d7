import type { EntityState, EntityStore } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useEffect, useState } from 'react'
import { tellTrash } from '../detail/tell-trash.ts'
import { useEnvironment } from '../environment.ts'

/** Deletes a list's records, one at a time and after a question; `ids` are those of its rows. */
export function useRowDeletion({ meta, activeList }: EntityState, store: EntityStore, ids: readonly string[]) {
  const { onError, session } = useEnvironment()
  const { t } = useI18n()
  const [asking, setAsking] = useState<string | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  // No row moves while the user is about to confirm.
  const isAsking = asking !== null
  useEffect(() => (isAsking ? store.hold() : undefined), [store, isAsking])

  const permissions = meta?.doc_meta.permissions
  // Some rules give rights only on own records; if the list contains the owner, other records cannot be deleted.
  const isOwn = ({ owner }: EntityRecord) =>
    permissions?.if_owner !== 1 || owner === undefined || owner === session.user
  const canDelete = (record: EntityRecord) => permissions?.delete === 1 && meta?.type !== 'Settings' && isOwn(record)

  /** True if the record was deleted; `goTo` then gets the index of its neighbour. */
  const remove = async (id: string, goTo: (index: number) => void): Promise<boolean> => {
    const place = ids.indexOf(id)
    const record = activeList.find((row) => row.id === id)
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
    if (isGone) {
      tellTrash(t, meta, record)
      goTo(place)
    }
    return isGone
  }

  /** Asks about a row's record; false if it can't be deleted. */
  const ask = (id: string): boolean => {
    const record = activeList.find((row) => row.id === id)
    if (!record || !canDelete(record)) return false
    setAsking(id)
    return true
  }
  return { asking, setAsking, isDeleting, canDelete, remove, ask }
}
