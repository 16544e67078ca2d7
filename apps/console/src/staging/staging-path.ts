import { projectPath } from '../paths.ts'
import { projectTabs } from '../project/tabs.ts'

/** Address of a tab of a project. */
export const tabPath = (project: string, tab: string): string => `${projectPath(project)}/${tab}`

/** Address of a record of a project's server, where the console has a screen for it. */
export function stagingPath(project: string, entity: string, id: string): string | undefined {
  const tab = projectTabs.find((one) => one.entity === entity)?.tab
  return tab && `${tabPath(project, tab)}/${encodeURIComponent(id)}`
}

/**
 * Where the provider of a connected app leads back to, which the server knows by this shape
 * (reference: http-api, Connected apps).
 */
export const callbackPath = (project: string, app: string): string =>
  `${tabPath(project, 'google-callback')}/${encodeURIComponent(app)}`
