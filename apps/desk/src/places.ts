import { recentChangesOf, recentChangesPath } from './paths.ts'

/** Places of the user menu beside the navigation (reference: screens, Recent changes). */
export const places = [{ icon: 'history', label: 'Recent Changes', path: recentChangesPath }]

/** The same in the options of a list, for its entity. */
export const listLinks = [{ icon: 'history', label: 'Recent Changes', hrefFor: recentChangesOf }]
