import { titleCase } from '@tavla/i18n'

/** The tabs that exist, in their order: each the last part of its address (spec 2.3, contract 6.8). */
export const projectTabs: readonly string[] = [
  'HQ_info',
  'logs',
  'audit',
  'editor',
  'users',
  'roles',
  'email',
  'communication',
  'translation',
  'settings',
  'google',
  'whatsapp',
]

/** Tab labels are title-cased (spec 2.4). */
export const tabLabel = (tab: string): string => titleCase(tab)

/** Where somebody who is signed in to a project's server begins: the editor (spec 2.3), else the first tab there is. */
export const homeTab: string = projectTabs.includes('editor') ? 'editor' : (projectTabs[0] ?? '')
