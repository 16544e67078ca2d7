import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { useState } from 'react'

/** The result of an action, as a sentence. */
export interface Outcome {
  text: string
  tone: 'success' | 'error' | 'plain'
}

/** The actions of one record on a project's server: one runs at a time, and the last result stays visible. */
export type Jobs = ReturnType<typeof useJobs>

export function useJobs(entity: string, id: string) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const [{ meta, activeEntity }, store] = useEntity(entity)
  const [running, setRunning] = useState<string | null>(null)
  const [last, setLast] = useState<{ id: string; outcome: Outcome | null }>()

  /** Runs an action of the record; `tell` makes its result a sentence. Returns whether it succeeded. */
  const run = async <T>(action: string, tell: (answer: T) => Outcome | null, data?: unknown): Promise<boolean> => {
    if (running) return false
    setRunning(action)
    setLast({ id, outcome: null })
    try {
      const answer = await store.runAction<T>(id, action, data)
      setLast({ id, outcome: tell(answer) })
      return true
    } catch (error) {
      onError(error)
      return false
    } finally {
      setRunning(null)
    }
  }

  return {
    t,
    record: activeEntity?.id === id ? activeEntity : null,
    canWrite: meta?.doc_meta.permissions.write === 1,
    running,
    outcome: last?.id === id ? last.outcome : null,
    run,
  }
}
