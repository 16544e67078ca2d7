import type { PlaceMark } from '@tavla/app-shell'
import { environmentOf } from '@tavla/app-shell/frame'
import type { Colour, EntityRecord } from '@tavla/contract'

export type ProjectMark = Required<Omit<PlaceMark, 'site'>>

/** Name, colour, icon and environment that identify a project (reference: screens, Projects in the console). */
export function projectMark(project: EntityRecord): ProjectMark {
  const { project_name: name, color, icon } = project
  return {
    name: typeof name === 'string' && name !== '' ? name : project.id,
    color: typeof color === 'string' && color !== '' ? (color as Colour) : 'Gray',
    icon: typeof icon === 'string' && icon !== '' ? icon : 'workspaces',
    environment: environmentOf(project.environment),
  }
}
