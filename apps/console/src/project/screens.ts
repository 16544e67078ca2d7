/** The screens for nearly every visit to a project, in one chunk. */
export { HqInfo } from './HqInfo.tsx'
export { ProjectEntry } from './ProjectEntry.tsx'
export { ProjectScreen } from './ProjectScreen.tsx'
