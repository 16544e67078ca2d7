/** First parts of the addresses that both applications draw: the sign-in screens, the own profile, and the staff area. */
const shared = ['', 'app', 'forgot-password', 'login', 'profile', 'validate-password'] as const

/** First parts of the addresses of each application; any other address is nobody's. */
export const frontEndSegments = {
  desk: new Set<string>(shared),
  console: new Set<string>([...shared, 'audit', 'project', 'servers']),
} as const

/** The first part of an address, without the query: `project` of `/project/demo?x=1`. */
export const firstSegment = (path: string): string => /^\/+([^/?#]*)/.exec(path)?.[1] ?? ''
