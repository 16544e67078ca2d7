const prefix = 'draft\n'
const ownerKey = 'tavla.user'

/**
 * Notes who is signed in. Drafts of letters outlive a session that ended by itself, for the same person alone: when somebody
 * else signs in on this browser, they are gone.
 */
export function keepDraftsOf(user: string): void {
  if (localStorage.getItem(ownerKey) === user) return
  forgetDrafts()
  localStorage.setItem(ownerKey, user)
}

/** Takes every draft of a letter out of this browser. */
export function forgetDrafts(): void {
  localStorage.removeItem(ownerKey)
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
