/** Address of the list of projects. */
export const projectsPath = '/project'

/** Address of the list of servers. */
export const serversPath = '/servers'

/** Address of HQ's audit, and of one write of it. */
export const auditPath = '/audit'

/** Address of HQ's own screens. */
export const hqPath = '/hq'

/** Address of the operator's inbox, of HQ. */
export const inboxPath = '/~inbox'

/** Address of a project; its route decides which screen opens (reference: screens, Areas). */
export const projectPath = (id: string): string => `${projectsPath}/${encodeURIComponent(id)}`

/** Address of a record's screen, if the console has one. */
export function recordPath(entity: string, id: string): string | undefined {
  if (entity === 'Project') return projectPath(id)
  return entity === 'Server' ? `${serversPath}/${encodeURIComponent(id)}` : undefined
}

/** Address of the time line of an error's code. */
export const timeLinePath = (reference: string): string =>
  `${hqPath}/logs?${new URLSearchParams({ tab: 'time-line', reference })}`
