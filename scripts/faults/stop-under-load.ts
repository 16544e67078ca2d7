import path from 'node:path'
import { expectThat, type Fault } from './fault.ts'
import { ask, signIn, startSite, temporaryFolder } from './site-process.ts'

/** SIGTERM while clients read and write. */
export const stopUnderLoad: Fault = {
  name: 'SIGTERM under load',
  async run(rounds) {
    const dir = path.join(temporaryFolder(), 'site')
    const millis: number[] = []
    let broken = 0
    for (let round = 0; round < rounds; round++) {
      const site = await startSite(dir)
      const cookie = await signIn(site)
      let lastAnswer = performance.now()
      let isOn = true
      const people = Array.from({ length: 20 }, async (_, n) => {
        while (isOn) {
          const { status } =
            n % 4 === 0
              ? await ask(site, cookie, 'POST', '/api/entity/Task', { subject: `Under load ${n}` })
              : await ask(site, cookie, 'GET', '/api/entity/Task')
          if (status === 0) return
          if (status === 200) lastAnswer = performance.now()
          else if (status !== 503) broken++
        }
      })
      await new Promise((resolve) => setTimeout(resolve, 1000))
      site.kill('SIGTERM')
      const { code } = await site.ended
      millis.push(performance.now() - lastAnswer)
      isOn = false
      await Promise.all(people)
      expectThat(code === 0, `It ended with ${code}.`)
    }
    const longest = Math.round(Math.max(...millis))
    expectThat(broken === 0, `${broken} calls were answered otherwise than 200 or 503.`)
    expectThat(longest < 2500, `It ended ${longest} ms after its last answer.`)
    return `${rounds} ends, at most ${longest} ms after the last answer`
  },
}
