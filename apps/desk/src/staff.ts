/** The staff area's code that nearly every visit needs, in one piece. */
export { loadProfile, NotFound } from '@tavla/app-shell/frame'
export { Frame } from './frame/Frame.tsx'
export { EntityScreen } from './screens/EntityScreen.tsx'
export { Home } from './screens/Home.tsx'
