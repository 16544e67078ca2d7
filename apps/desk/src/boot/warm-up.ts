/** Begins to load what the address will need while the session is still being asked for. */
export function warmUp(path: string): void {
  const entity = /^\/app\/([^/]+)/.exec(path)?.[1]
  if (entity !== undefined) {
    void import('../screens/EntityScreen.tsx')
    void import('../app-client.ts').then(({ client }) => client.preload(decodeURIComponent(entity)))
  }
  if (path === '/' || path.startsWith('/app')) void import('../frame/Frame.tsx')
}
