import { recentChangesOf, recentChangesPath, trashOf, trashPath } from './paths.ts'

/** Places of the user menu beside the navigation (reference: screens, Recent changes; screens, Trash). */
export const places = [
  { icon: 'history', label: 'Recent Changes', path: recentChangesPath },
  { icon: 'delete', label: 'Trash', path: trashPath },
]

/** The same in the options of a list, for its entity. */
export const listLinks = [
  { icon: 'history', label: 'Recent Changes', hrefFor: recentChangesOf },
  { icon: 'delete', label: 'Trash', hrefFor: trashOf },
]
