/** Counts of what a user keeps on this browser. */
export interface KeptCounts {
  drafts: number
  queued: number
}

/** A user of a site, as the keys of the browser's stores begin. */
type Account = readonly [site: string, user: string]

const accountsKey = (user: string): string => `tavla.accounts\n${user}`

/** Notes an account that a user of this page's site uses at another one: what it keeps here goes when the user goes. */
export function noteAccount(user: string, site: string, account: string): void {
  const known = accountsOf(user)
  if (known.some(([at, who]) => at === site && who === account)) return
  localStorage.setItem(accountsKey(user), JSON.stringify([...known, [site, account]]))
}

/** A browser that keeps nothing has none. */
export async function countKept(user: string): Promise<KeptCounts> {
  const counts = { drafts: 0, queued: 0 }
  try {
    const { countOf } = await import('@tavla/client/browser')
    for (const [site, account] of [[location.origin, user], ...accountsOf(user)] as const) {
      counts.drafts += await countOf('drafts', site, account)
      counts.queued += await countOf('queue', site, account)
    }
  } catch {
    // None is counted.
  }
  return counts
}

/** Whether this browser keeps drafts of an account of a site. */
export async function keepsDrafts(site: string, account: string): Promise<boolean> {
  try {
    const { countOf } = await import('@tavla/client/browser')
    return (await countOf('drafts', site, account)) > 0
  } catch {
    return false
  }
}

/** Removes whatever a user keeps on this browser, at the page's own site and at others that it shows. */
export async function wipeKept(user: string): Promise<void> {
  const accounts = [[location.origin, user], ...accountsOf(user)] as const
  localStorage.removeItem(accountsKey(user))
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('tavla.folded\n')) sessionStorage.removeItem(name)
  // Earlier versions kept messages there, which move when a thread is opened.
  for (const name of Object.keys(localStorage)) {
    const [start, site, owner] = name.split('\n')
    const isTheirs = accounts.some(([at, who]) => at === (site || location.origin) && who === owner)
    if (start === 'draft' && isTheirs) localStorage.removeItem(name)
  }
  try {
    const { wipeUser } = await import('@tavla/client/browser')
    for (const [site, account] of accounts) await wipeUser(site, account)
  } catch (error) {
    console.error(error)
  }
}

function accountsOf(user: string): Account[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(accountsKey(user)) ?? '[]')
    return Array.isArray(known) ? known : []
  } catch {
    return []
  }
}
