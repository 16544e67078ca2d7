import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import type { Reading } from '@tavla/entity-ui'
import { useEffect } from 'react'
import { useLiveReading } from '../reading/useLiveReading.ts'
import type { ProjectInfo } from './project-info.ts'

/** A project's record at HQ, followed live. */
export function useProject(id: string): Reading<EntityRecord> {
  useEffect(() => client.live.watchRecord('Project', id), [id])
  return useLiveReading(
    id,
    () => client.entities.get('Project', id),
    (event) => event.entity === 'Project' && event.id === id,
  )
}

/**
 * Interval between reads of health and uptime while the panel is visible, in milliseconds: the same as that
 * of HQ's checks.
 */
const interval = 10_000

/** State, health, counts and last events of a project (reference: hosting, Project data), followed live. */
export function useProjectInfo(id: string): Reading<ProjectInfo> {
  useEffect(() => {
    const releases = [client.live.watchRecord('Project', id), client.live.watchList('Project Event')]
    return () => {
      for (const release of releases) release()
    }
  }, [id])
  const reading = useLiveReading(
    id,
    () => client.entities.runAction<ProjectInfo>('Project', id, 'load_project_data'),
    (event) => event.entity === 'Project Event' || (event.entity === 'Project' && event.id === id),
  )
  const { reload } = reading
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), interval)
    return () => clearInterval(timer)
  }, [reload])
  return reading
}
