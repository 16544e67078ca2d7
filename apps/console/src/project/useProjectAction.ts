import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import { useState } from 'react'
import { hasLevel } from './levels.ts'
import { type ProjectAction, possibleActions } from './project-info.ts'

/**
 * The actions that this person may run in the project's state, and a function that runs them (reference:
 * hosting, Project states).
 */
export function useProjectAction(project: EntityRecord) {
  const { id } = project
  const [running, setRunning] = useState<ProjectAction | null>(null)

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

  const actions = hasLevel(project, 'Operate') ? possibleActions(project) : []
  return { actions, running, run }
}
