import { isUntilSent, searchCalls } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect } from 'react'

/** Milliseconds that a record stays open before it counts as opened. */
const lookTime = 2_000

/** Tells the server that the person opened a record, so that it stands among the recent ones. */
export function useNoteRecent(entity: string, id: string | undefined): void {
  const { client } = useEnvironment()
  useEffect(() => {
    if (id === undefined || isUntilSent(id) || isAboutOthers(entity)) return
    // A record that is gone, or no network: then it is not noted.
    const note = () =>
      searchCalls(client.api)
        .noteRecent(entity, id)
        .catch(() => undefined)
    const timer = setTimeout(note, lookTime)
    return () => clearTimeout(timer)
  }, [client, entity, id])
}

/** Operations and items of the trash tell of other records, and have no title by which one would find them again. */
const isAboutOthers = (entity: string) => entity === 'Operation Log' || entity === 'Trash Item'
