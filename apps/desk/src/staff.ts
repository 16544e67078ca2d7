/** The staff area's code for nearly every visit, in one chunk. */
export { loadInbox, loadProfile, loadSearch, NotFound } from '@tavla/app-shell/frame'
export { Frame } from './frame/Frame.tsx'
export { EntityScreen } from './screens/EntityScreen.tsx'

// Parts of their own are named here: the sign-in page would carry the names of all their files.
export const loadHome = () => import('./screens/home/Home.tsx')
export const loadUnmatched = () => import('./screens/Unmatched.tsx')
export const loadImport = () => import('./screens/Import.tsx')
export const loadOffline = () => import('@tavla/app-shell/offline')
