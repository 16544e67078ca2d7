import { client } from '@tavla/app-shell/frame'
import { type EntityState, exportQuery } from '@tavla/client'
import { useEffect } from 'react'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { type FleetProject, readFleet, readOpenAlerts } from './fleet-calls.ts'

/** Interval between reads of what no event tells, in milliseconds. */
const interval = 60_000

/** All projects with their troubles, live; what no event tells is read anew each minute. */
export function useFleet() {
  useEffect(() => {
    const releases = ['Project', 'Backup', 'Alert'].map((entity) => client.live.watchList(entity))
    return () => {
      for (const release of releases) release()
    }
  }, [])
  const fleet = useLiveReading('fleet', readFleet, ({ entity }) => entity === 'Project' || entity === 'Alert')
  const { reload } = fleet
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), interval)
    return () => clearInterval(timer)
  }, [reload])
  return fleet
}

/** The open alerts, live. */
export const useOpenAlerts = () => useLiveReading('alerts', readOpenAlerts, ({ entity }) => entity === 'Alert')

/** The projects that the search and the filters over the list let through; undefined until known. */
export function useMatching(
  projects: readonly FleetProject[] | undefined,
  state: EntityState,
): readonly FleetProject[] | undefined {
  const { filters, search } = exportQuery(state, 'shown')
  const query = { ...(filters !== undefined && { filters }), ...(search !== undefined && { search }) }
  const isNarrowed = (filters !== undefined && JSON.stringify(filters) !== '{}') || search !== undefined
  const key = isNarrowed ? JSON.stringify(query) : ''
  const matching = useLiveReading(
    key,
    async () => {
      if (!isNarrowed) return undefined
      const { data } = await client.entities.list('Project', { ...query, fields: ['id'], limit_page_length: 500 })
      return new Set(data.map(({ id }) => id))
    },
    ({ entity }) => entity === 'Project',
  )
  if (!isNarrowed) return projects
  const ids = matching.value
  return ids && projects?.filter(({ id }) => ids.has(id))
}
