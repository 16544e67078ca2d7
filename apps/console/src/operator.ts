import { NotFound } from '@tavla/app-shell/frame'
import { setOwnLayout } from '@tavla/client'
import type { ComponentType } from 'react'
import { Frame } from './frame/Frame.tsx'
import { ProjectList } from './screens/ProjectList.tsx'

// The list of projects opens as a fleet.
setOwnLayout('Project', 'Fleet')

// The operator's code for nearly every visit, in one chunk.
export { loadInbox, loadProfile, loadSearch } from '@tavla/app-shell/frame'

// The other screens load from here, so that the sign-in page needs none of them.
const loadProject = () => import('./project/screens.ts')
const loadStaging = () => import('./staging/screens.ts')
const loadServers = () => import('./screens/Servers.tsx')

type Load = () => ComponentType | Promise<ComponentType>

/** The screens by their names in the routes. */
const screens = {
  Frame: () => Frame,
  ProjectList: () => ProjectList,
  NotFound: () => NotFound,
  ProjectScreen: async () => (await loadProject()).ProjectScreen,
  ProjectEntry: async () => (await loadProject()).ProjectEntry,
  HqInfo: async () => (await loadProject()).HqInfo,
  Logs: async () => (await import('./logs/Logs.tsx')).Logs,
  Backups: async () => (await import('./backups/Backups.tsx')).Backups,
  Promote: async () => (await import('./promote/Promote.tsx')).Promote,
  StagingArea: async () => (await loadStaging()).StagingArea,
  StagingTab: async () => (await loadStaging()).StagingTab,
  Editor: async () => (await import('./editor/Editor.tsx')).Editor,
  Servers: async () => (await loadServers()).Servers,
  HqScreen: async () => (await import('./hq/HqScreen.tsx')).HqScreen,
  Audit: async () => (await import('./audit/Audit.tsx')).Audit,
} satisfies Readonly<Record<string, Load>>

export type ScreenName = keyof typeof screens

/** Loads the code of a screen. */
export const loadScreen = (name: ScreenName) => screens[name]()

/** Starts to load the code of the screen at an address. */
export function warmUp(path: string): void {
  if (path.startsWith('/project/')) void loadProject()
  else if (path.startsWith('/servers')) void loadServers()
}
