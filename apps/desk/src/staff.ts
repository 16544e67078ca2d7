/** The staff area's code for nearly every visit, in one chunk. */
export { loadProfile, NotFound } from '@tavla/app-shell/frame'
export { Frame } from './frame/Frame.tsx'
export { EntityScreen } from './screens/EntityScreen.tsx'
export { Home } from './screens/Home.tsx'
