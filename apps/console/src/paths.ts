/** Address of the list of projects. */
export const projectsPath = '/project'

/** Address of the list of servers. */
export const serversPath = '/servers'

/** Address of what was done at HQ, and of one step of it. */
export const auditPath = '/audit'

/** Address of a project; which of its screens that leads to is decided there (reference: screens, Areas). */
export const projectPath = (id: string): string => `${projectsPath}/${encodeURIComponent(id)}`

/** Address of a record's screen, where the console has one. */
export function recordPath(entity: string, id: string): string | undefined {
  if (entity === 'Project') return projectPath(id)
  return entity === 'Server' ? `${serversPath}/${encodeURIComponent(id)}` : undefined
}
