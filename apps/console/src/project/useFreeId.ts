import { client } from '@tavla/app-shell/frame'
import { projectIdFrom } from '@tavla/contract'
import { useCallback, useEffect, useState } from 'react'

/** Gives a name the id that it would get: none of another project. */
export function useFreeId(): (name: string) => string {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const { data } = await client.entities.list('Project', { fields: ['id'], limit_page_length: 500 })
      if (isCurrent) setTaken(new Set(data.map(({ id }) => id)))
    }
    // On failure the server refuses an id that is taken.
    load().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [])
  return useCallback((name) => (name.trim() === '' ? '' : projectIdFrom(name, (id) => taken.has(id))), [taken])
}
