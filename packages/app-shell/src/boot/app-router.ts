import type { DataRouter } from 'react-router'

let router: DataRouter | undefined

/** Sets the router that leads to the sign-in screen, once. */
export function setRouter(given: DataRouter): void {
  router = given
}

/** The application's router; undefined before the application was started. */
export const appRouter = (): DataRouter | undefined => router
