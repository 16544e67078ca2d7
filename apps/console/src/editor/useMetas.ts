import type { Meta } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'

/** The meta of these entities, as far as they are read; those that the person may not read stay away. */
export function useMetas(names: readonly string[]): readonly Meta[] {
  const { client } = useEnvironment()
  const [metas, setMetas] = useState<readonly Meta[]>([])
  const key = [...new Set(names)].filter(Boolean).join('\n')
  useEffect(() => {
    if (key === '') return
    let isCurrent = true
    const read = async (name: string) => {
      const store = client.store(name)
      await store.loadMeta()
      return store.getSnapshot().meta ?? []
    }
    void Promise.allSettled(key.split('\n').map(read)).then((answers) => {
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (isCurrent) setMetas(found)
    })
    return () => {
      isCurrent = false
    }
  }, [client, key])
  return metas
}
