import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectThat, type Fault } from './fault.ts'
import { type SiteProcess, startSite, stopSite, temporaryFolder } from './site-process.ts'

const together = 5

/** Several processes that open one folder at the same moment, with the lock file of a killed process in it. */
export const manyStarts: Fault = {
  name: 'many starts at once',
  async run(rounds) {
    const dir = path.join(temporaryFolder(), 'site')
    await stopSite(await startSite(dir))
    for (let round = 0; round < rounds; round++) {
      writeFileSync(path.join(dir, 'tavla.pid'), '999999999 1\n')
      const results = await Promise.allSettled(Array.from({ length: together }, () => startSite(dir)))
      const winners = results.filter((one): one is PromiseFulfilledResult<SiteProcess> => one.status === 'fulfilled')
      expectThat(winners.length === 1, `${winners.length} processes use one folder.`)
      for (const one of results) {
        if (one.status === 'rejected')
          expectThat(/uses this site|in use/.test(String(one.reason)), `A loser said: ${one.reason}`)
      }
      await stopSite((winners[0] as PromiseFulfilledResult<SiteProcess>).value)
    }
    return `${rounds} times ${together} starts, one winner each`
  },
}
