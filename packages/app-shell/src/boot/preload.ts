/** Begins to load what an entity's list will need, while the session is still being asked for. */
export function preload(entity: string): void {
  void import('../app-client.ts').then(({ client }) => client.preload(entity))
}
