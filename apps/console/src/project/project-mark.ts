import type { PlaceMark } from '@tavla/app-shell'
import type { Colour, EntityRecord } from '@tavla/contract'

export type ProjectMark = Required<Omit<PlaceMark, 'site'>>

/** Name, colour and icon that identify a project (reference: screens, Projects in the console). */
export function projectMark(project: EntityRecord): ProjectMark {
  const { project_name: name, color, icon } = project
  return {
    name: typeof name === 'string' && name !== '' ? name : project.id,
    color: typeof color === 'string' && color !== '' ? (color as Colour) : 'Gray',
    icon: typeof icon === 'string' && icon !== '' ? icon : 'workspaces',
  }
}
