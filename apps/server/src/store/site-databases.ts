/** Drops databases of sites on their servers. */
export const siteDatabases = {
  async drop(address: string, how: { force: boolean }): Promise<void> {
    // Imported only when used: the driver costs memory and start time.
    const { dropDatabase } = await import('./postgres-dump.ts')
    await dropDatabase(address, how)
  },
}
