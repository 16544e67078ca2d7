import { auditPath, hqPath, projectsPath, serversPath } from './paths.ts'

/** A part of the console: its title and the icon of its link in the side navigation (reference: screens, Areas). */
interface MainPart {
  path: string
  title: string
  icon: string
}

export const projects: MainPart = { path: projectsPath, title: 'Projects', icon: 'workspaces' }
export const servers: MainPart = { path: serversPath, title: 'Servers', icon: 'computer' }

const hq: MainPart = { path: hqPath, title: 'HQ', icon: 'admin_panel_settings' }
const audit: MainPart = { path: auditPath, title: 'Audit', icon: 'history' }

/** The parts in the side navigation, in its order. */
export const mainParts: readonly MainPart[] = [projects, servers, hq, audit]
