import type { RouteObject } from 'react-router'

/** What an application gives to the shell around it. */
export interface ShellOptions {
  /** Where `/` leads somebody who is signed in. */
  home: string
  /** The authenticated area. */
  area: RouteObject
  /** Routes beside the application, such as a gallery for development. */
  extra?: readonly RouteObject[]
  /** Whether an address lies in the area: at a first visit it tells whether there probably is a session. */
  isInside(path: string): boolean
  /** Begins to load what an address will need while the session is still being asked for. */
  warmUp(path: string): void
}

let options: ShellOptions | undefined

/** Keeps what the application gave, once, before anything is drawn. */
export function setShell(given: ShellOptions): void {
  options = given
}

/** Throws before the application was started. */
export function shell(): ShellOptions {
  if (!options) throw new Error('The application was not started')
  return options
}
