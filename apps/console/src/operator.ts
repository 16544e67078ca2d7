/** The operator's code that nearly every visit needs, in one piece. */
export { NotFound } from '@tavla/app-shell/frame'
export { Frame } from './frame/Frame.tsx'
export { ProjectList } from './screens/ProjectList.tsx'
