/**
 * First segments of the addresses that both applications draw: the sign-in screens, the user's own profile, the search, and the
 * staff area.
 */
const shared = ['', 'app', 'forgot-password', 'login', 'profile', 'search', 'validate-password'] as const

/** First segments of the addresses of each application; no application draws any other address. */
export const frontEndSegments = {
  desk: new Set<string>(shared),
  console: new Set<string>([...shared, 'audit', 'hq', 'project', 'servers', '~inbox']),
} as const

/** The first segment of an address, without the query: `project` of `/project/demo?x=1`. */
export const firstSegment = (path: string): string => /^\/+([^/?#]*)/.exec(path)?.[1] ?? ''
