import type { EntityRecord } from '@tavla/contract'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { hqPath, projectPath } from '../paths.ts'
import { hasLevel } from './levels.ts'
import { createStaging, type Staging } from './staging.ts'
import { stagingHost } from './staging-host.ts'
import { useFreshPolicy } from './useFreshPolicy.ts'

interface ActiveProject {
  project: EntityRecord
  /** Null while the project has no address. */
  staging: Staging | null
}

const Context = createContext<ActiveProject | null>(null)

interface ActiveProjectProviderProps {
  project: EntityRecord
  children: ReactNode
}

/** Provides the project in the address and its server's client to every tab below. */
export function ActiveProjectProvider({ project, children }: ActiveProjectProviderProps) {
  const { id, status } = project
  const { pathname } = useLocation()
  const host = stagingHost(project.staging_url)
  const staging = useMemo(() => (host === null ? null : createStaging(id, host)), [id, host])
  const mayUseHq = hasLevel(project, 'Design')
  useFreshPolicy(host)
  useEffect(() => () => staging?.leave(), [staging])
  // A site that was started or stopped may have other sessions than before.
  useEffect(() => {
    if (status === 'Running') void staging?.check(mayUseHq)
    else staging?.leave()
  }, [staging, status, mayUseHq])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on each navigation
  useEffect(() => staging?.client.live.retry(), [staging, pathname])
  const value = useMemo(() => ({ project, staging }), [project, staging])
  return <Context value={value}>{children}</Context>
}

/** The project in the address; only for components below its screen. */
export function useActiveProject(): ActiveProject {
  const active = use(Context)
  if (!active) throw new Error('No project')
  return active
}

/** Addresses of tabs of the project on screen, or of HQ's where none is. */
export function useTabPath(): (tab: string) => string {
  const active = use(Context)
  return (tab) => `${active ? projectPath(active.project.id) : hqPath}/${tab}`
}

/** Address of the site on screen: the project's, or HQ's own. */
export function useSiteUrl(): string {
  const url = use(Context)?.project.staging_url
  return typeof url === 'string' ? url : location.origin
}

/** The state of the sign-in to the project's server. */
export function useStagingState(staging: Staging) {
  return useSyncExternalStore(staging.subscribe, staging.getSnapshot)
}
