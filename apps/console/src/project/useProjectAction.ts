import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import { useEntity } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { type ProjectAction, possibleActions } from './project-info.ts'

/**
 * The actions that this person may run in the project's state, and a function that runs them (reference:
 * hosting, Project states).
 */
export function useProjectAction(project: EntityRecord) {
  const { id } = project
  const [{ meta }, store] = useEntity('Project')
  const [running, setRunning] = useState<ProjectAction | null>(null)
  useEffect(() => {
    // Without meta it offers no action, and the failure shows elsewhere.
    store.loadMeta().catch(() => undefined)
  }, [store])

  /** The new state arrives as a live event; a refusal is shown. */
  const run = async (action: ProjectAction) => {
    if (running) return
    setRunning(action)
    try {
      await client.entities.runAction('Project', id, action)
    } catch (error) {
      showError(error)
    }
    setRunning(null)
  }

  const isAllowed = meta?.doc_meta.permissions.write === 1
  const actions = isAllowed ? possibleActions(project) : []
  return { actions, running, run }
}
