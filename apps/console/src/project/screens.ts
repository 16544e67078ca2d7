/** The screens that nearly every visit to a project needs, in one piece. */
export { HqInfo } from './HqInfo.tsx'
export { ProjectEntry } from './ProjectEntry.tsx'
export { ProjectScreen } from './ProjectScreen.tsx'
