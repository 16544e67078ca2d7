import { titleCase } from '@tavla/i18n'

/** A tab of a project: the last part of its address (spec 2.3), and whether it needs a session of the project's server. */
interface ProjectTab {
  id: string
  needsSession: boolean
}

/** The tabs that exist, in their order (contract 6.8). */
export const projectTabs: readonly ProjectTab[] = [
  { id: 'HQ_info', needsSession: false },
  { id: 'logs', needsSession: false },
]

/** Tab labels are title-cased (spec 2.4). */
export const tabLabel = ({ id }: ProjectTab): string => titleCase(id)

/** Where somebody who is signed in to a project's server begins: the editor (spec 2.3), else the first tab there is. */
export const homeTab: string = projectTabs.find(({ id }) => id === 'editor')?.id ?? projectTabs[0]?.id ?? ''
