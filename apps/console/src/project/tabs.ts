import { titleCase } from '@tavla/i18n'

export interface ProjectTab {
  /** Last segment of its address; the label is made from it. */
  tab: string
  /** The entity of the project's server whose records it shows, each at its own address. */
  entity?: string
}

/**
 * The tabs of a project, in their order (reference: screens, Console tabs). Besides HQ's data of the project and the
 * editor, each tab works on the project's server: its screen is `<tab>.tab.tsx` below `staging/`, and without one the
 * tab is the list of its entity.
 */
export const projectTabs: readonly ProjectTab[] = [
  { tab: 'HQ_info' },
  { tab: 'logs' },
  { tab: 'audit' },
  { tab: 'backups' },
  { tab: 'promote' },
  { tab: 'editor', entity: 'Entity' },
  { tab: 'users', entity: 'User' },
  { tab: 'roles' },
  { tab: 'email', entity: 'Email Account' },
  { tab: 'communication', entity: 'Communication' },
  { tab: 'translation', entity: 'Translation' },
  { tab: 'settings' },
  { tab: 'google' },
  { tab: 'whatsapp' },
]

/** A tab's label: its name in title case. */
export const tabLabel = (tab: string): string => titleCase(tab)

/** The first tab of a person who is signed in to the project's server. */
export const homeTab = 'editor'
