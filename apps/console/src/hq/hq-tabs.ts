/** The tabs of HQ's own screens, in their order (reference: screens, HQ in the console). */
const hqTabs = [
  { id: 'operators', label: 'Operators' },
  { id: 'email', label: 'Email' },
  { id: 'settings', label: 'Settings' },
  { id: 'logs', label: 'Logs' },
  { id: 'backups', label: 'Backups' },
] as const

/** The tabs that somebody may see: who is no System Manager, the logs alone. */
export const tabsFor = (isManager: boolean) => hqTabs.filter(({ id }) => isManager || id === 'logs')
