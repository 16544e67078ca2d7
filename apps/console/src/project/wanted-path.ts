import { projectPath } from '../paths.ts'

/** State of the address of a project's sign-in: the address that opens once the operator has signed in. */
export const wanting = (path: string): { wanted: string } => ({ wanted: path })

/** The address in that state, if it is one of this project. */
export function wantedPath(state: unknown, project: string): string | undefined {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return undefined
  const { wanted } = state
  return typeof wanted === 'string' && wanted.startsWith(`${projectPath(project)}/`) ? wanted : undefined
}
