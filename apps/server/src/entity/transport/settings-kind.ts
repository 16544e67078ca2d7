export const settingsKind = 'System Settings'
