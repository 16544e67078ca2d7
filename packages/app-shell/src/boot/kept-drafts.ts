const prefix = 'draft\n'
const ownerKey = 'tavla.user'

/**
 * Stores the signed-in user. Drafts of letters survive the end of a session, but only for the same person: they are
 * deleted when another person signs in on this browser.
 */
export function keepDraftsOf(user: string): void {
  if (localStorage.getItem(ownerKey) === user) return
  forgetDrafts()
  localStorage.setItem(ownerKey, user)
}

/** Deletes every draft of a letter from this browser. */
export function forgetDrafts(): void {
  localStorage.removeItem(ownerKey)
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
