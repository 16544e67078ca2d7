/** The operator's code that nearly every visit needs, in one piece. */
export { loadProfile, NotFound } from '@tavla/app-shell/frame'
export { Frame } from './frame/Frame.tsx'
export { ProjectList } from './screens/ProjectList.tsx'

// The way to the other screens begins here, so that the sign-in page need not know their parts.
export const loadProject = () => import('./project/screens.ts')
export const loadStaging = () => import('./staging/screens.ts')
export const loadEditor = () => import('./editor/Editor.tsx')
export const loadLogs = () => import('./logs/Logs.tsx')
export const loadServers = () => import('./screens/Servers.tsx')

/** Begins to load the code of the screen at an address. */
export function warmUp(path: string): void {
  if (path.startsWith('/project/')) void loadProject()
  else if (path.startsWith('/servers')) void loadServers()
}
