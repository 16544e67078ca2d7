/** Starts to load the data of an entity's list while the session request is still running. */
export function preload(entity: string): void {
  void import('../app-client.ts').then(({ client }) => client.preload(entity))
}
