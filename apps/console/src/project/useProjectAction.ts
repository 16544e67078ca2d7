import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import { useEntity } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { type ProjectAction, possibleActions } from './project-info.ts'

/** Actions that this person may take in the project's state, and taking them (reference: hosting, Project states). */
export function useProjectAction(project: EntityRecord) {
  const { id } = project
  const [{ meta }, store] = useEntity('Project')
  const [running, setRunning] = useState<ProjectAction | null>(null)
  useEffect(() => {
    // Without it nothing is offered, and the failure shows elsewhere.
    store.loadMeta().catch(() => undefined)
  }, [store])

  /** As the server answers, the state is on its way already; a refusal is shown. */
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
