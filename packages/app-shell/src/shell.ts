import type { SessionInfo, TranslationEntry } from '@tavla/contract'
import type { RouteObject } from 'react-router'

/** Session and texts, which a start needs. */
export interface Start {
  session: SessionInfo
  translations: TranslationEntry[]
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
  /** Finds what a start needs among the copies of an earlier visit, when the server does not answer `asked` in time. */
  openCopies?(user: string, asked: Promise<unknown>): Promise<Start | undefined>
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
