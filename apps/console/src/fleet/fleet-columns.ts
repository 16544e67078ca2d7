import type { FleetProject } from './fleet-calls.ts'

/** A column of the fleet: its label, and the value that it sorts by. */
interface FleetColumn {
  name: string
  label: string
  isNumber?: boolean
  valueOf(project: FleetProject): string | number
}

/** The columns in their order; the first look at each is the one that finds what is wrong. */
export const fleetColumns: readonly FleetColumn[] = [
  { name: 'project', label: 'Project', valueOf: ({ project_name }) => project_name.toLocaleLowerCase() },
  { name: 'status', label: 'Status', valueOf: ({ trouble }) => -trouble },
  { name: 'version', label: 'Version', valueOf: ({ version }) => version ?? '' },
  { name: 'backup', label: 'Backup', valueOf: ({ last_backup }) => last_backup ?? '' },
  { name: 'proof', label: 'Proof', valueOf: ({ last_proof }) => last_proof ?? '' },
  { name: 'errors', label: 'Errors, 24 h', isNumber: true, valueOf: ({ errors_24h }) => -(errors_24h ?? -1) },
  { name: 'storage', label: 'Storage', isNumber: true, valueOf: ({ storage }) => -(storage ?? -1) },
  { name: 'sign-in', label: 'Last Sign-In', valueOf: ({ last_sign_in }) => last_sign_in ?? '' },
  { name: 'server', label: 'Server', valueOf: ({ server }) => server },
]

/** The order of the rows: by a column, or by trouble as the server gives it. */
export interface FleetOrder {
  column: string
  isReversed: boolean
}

/** The projects in this order; null is that of the server, the worst first. */
export function inOrder(projects: readonly FleetProject[], order: FleetOrder | null): readonly FleetProject[] {
  const column = fleetColumns.find(({ name }) => name === order?.column)
  if (!column) return projects
  const sorted = projects.toSorted((one, other) => compare(column.valueOf(one), column.valueOf(other)))
  return order?.isReversed ? sorted.toReversed() : sorted
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other), undefined, { numeric: true })
}
