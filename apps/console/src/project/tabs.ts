import { titleCase } from '@tavla/i18n'

export interface ProjectTab {
  /** Last segment of its address; the label is made from it. */
  tab: string
  icon: string
  /** True where another kind of work begins. */
  startsGroup?: true
  /** The entity of the project's server whose records it shows, each at its own address. */
  entity?: string
}

/**
 * The tabs of a project, in their order (reference: screens, Console tabs). Besides HQ's data of the project and the
 * editor, each tab works on the project's server: its screen is `<tab>.tab.tsx` below `staging/`, and without one the
 * tab is the list of its entity.
 */
export const projectTabs: readonly ProjectTab[] = [
  { tab: 'HQ_info', icon: 'monitor_heart' },
  { tab: 'logs', icon: 'description' },
  { tab: 'audit', icon: 'history' },
  { tab: 'backups', icon: 'backup' },
  { tab: 'promote', icon: 'move_up' },
  { tab: 'editor', icon: 'schema', startsGroup: true, entity: 'Entity' },
  { tab: 'users', icon: 'group', startsGroup: true, entity: 'User' },
  { tab: 'roles', icon: 'shield_person' },
  { tab: 'email', icon: 'mail', startsGroup: true, entity: 'Email Account' },
  { tab: 'communication', icon: 'forum', entity: 'Communication' },
  { tab: 'translation', icon: 'translate', startsGroup: true, entity: 'Translation' },
  { tab: 'settings', icon: 'settings' },
  { tab: 'google', icon: 'link' },
  { tab: 'whatsapp', icon: 'chat' },
]

/** A tab's label: its name in title case. */
export const tabLabel = (tab: string): string => titleCase(tab)

/** The first tab of a person who is signed in to the project's server. */
export const homeTab = 'editor'
