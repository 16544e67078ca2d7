/** Counts of what a user keeps on this browser at the page's own site. */
export interface KeptCounts {
  drafts: number
  queued: number
}

/** A browser that keeps nothing has none. */
export async function countKept(user: string): Promise<KeptCounts> {
  try {
    const { countOf } = await import('@tavla/client/browser')
    const { origin } = location
    return { drafts: await countOf('drafts', origin, user), queued: await countOf('queue', origin, user) }
  } catch {
    return { drafts: 0, queued: 0 }
  }
}

/** Removes whatever a user keeps on this browser at the page's own site. */
export async function wipeKept(user: string): Promise<void> {
  // Earlier versions kept messages there, which move when a thread is opened.
  for (const name of Object.keys(localStorage)) {
    const [start, , owner] = name.split('\n')
    if (start === 'draft' && owner === user) localStorage.removeItem(name)
  }
  try {
    const { wipeUser } = await import('@tavla/client/browser')
    await wipeUser(location.origin, user)
  } catch (error) {
    console.error(error)
  }
}
