import { titleCase } from '@tavla/i18n'

/**
 * The tabs that exist, in their order: each the last part of its address
 * (reference: screens, Areas; screens, Console tabs).
 */
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

/** Tab labels are title-cased (reference: screens, Frame). */
export const tabLabel = (tab: string): string => titleCase(tab)

/**
 * Where somebody who is signed in to a project's server begins: the editor (reference: screens, Areas), else the first
 * tab there is.
 */
export const homeTab: string = projectTabs.includes('editor') ? 'editor' : (projectTabs[0] ?? '')
