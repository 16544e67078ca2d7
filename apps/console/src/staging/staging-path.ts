import { projectPath } from '../paths.ts'
import { projectTabs } from '../project/tabs.ts'

/** Address of a tab of a project. */
export const tabPath = (project: string, tab: string): string => `${projectPath(project)}/${tab}`

/** Address of a record on a project's server, if the console has a screen for it. */
export function stagingPath(project: string, entity: string, id: string): string | undefined {
  const tab = projectTabs.find((one) => one.entity === entity)?.tab
  return tab && `${tabPath(project, tab)}/${encodeURIComponent(id)}`
}

/**
 * Address to which the provider of a connected app redirects; the server recognises it by this form (reference:
 * http-api, Connected apps).
 */
export const callbackPath = (project: string, app: string): string =>
  `${tabPath(project, 'google-callback')}/${encodeURIComponent(app)}`
