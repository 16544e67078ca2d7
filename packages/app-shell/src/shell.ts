import type { ListLink } from '@tavla/entity-ui'
import type { RouteObject } from 'react-router'

/** A place that the user menu leads to. */
export interface ShellPlace {
  icon: string
  /** English source text. */
  label: string
  path: string
}

/** The parts of the shell that an application provides. */
export interface ShellOptions {
  /** The target of `/` for a signed-in user. */
  home: string
  /** The authenticated area. */
  area: RouteObject
  /** Routes beside the application, such as a gallery for development. */
  extra?: readonly RouteObject[]
  /** True if an address lies in the area: at a first visit this tells whether there probably is a session. */
  isInside(path: string): boolean
  /** Further places of the user menu. */
  places?: readonly ShellPlace[]
  /** Links in the options of every list. */
  listLinks?: readonly ListLink[]
  /** Starts to load the data of an address while the session request is still running. */
  warmUp(path: string): void
}

let options: ShellOptions | undefined

/** Stores the application's options, once, before the first rendering. */
export function setShell(given: ShellOptions): void {
  options = given
}

/** The application's options. Throws before the application was started. */
export function shell(): ShellOptions {
  if (!options) throw new Error('The application was not started')
  return options
}
