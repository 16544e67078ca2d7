import { hideCopies } from './hints.ts'

/** Changes when a user signs out, which the other tabs of that user hear of. */
const signOutKey = 'tavla.sign-out'

/** Tells the other tabs that a user has signed out. */
export function tellSignOut(user: string): void {
  hideCopies(user)
  localStorage.setItem(signOutKey, `${user}\n${Date.now()}`)
}

/** Whether another tab told that the user has signed out. */
export const tellsSignOut = ({ key, newValue }: StorageEvent, user: string | undefined): boolean =>
  key === signOutKey && user !== undefined && newValue?.split('\n')[0] === user
