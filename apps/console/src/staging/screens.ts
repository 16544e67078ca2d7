/** The screens on a project's own server, in one chunk. */
export { StagingArea } from './StagingArea.tsx'
export { StagingTab } from './StagingTab.tsx'
