import { listRequests, type Measure, siteRate, warmUp } from '../bench.ts'
import { openLoad } from '../open-load.ts'

/** How much more is asked than the site can answer. */
const times = 5
const probeEvery = 20

/** A list that takes work, asked for five times as often as the site can answer. */
export const overload: Measure = async function* (bench) {
  const { site, seconds } = bench
  // None is like another, so that each is work.
  const queries = Array.from({ length: 20_000 }, (_, n) => ({
    filters: { amount: ['>', n / 7] },
    order_by: 'amount desc',
  }))
  const requests = listRequests(bench, queries)
  await warmUp(bench, requests)
  const capacity = await siteRate(bench, requests)
  const probe = probeHealth(site.port)
  const load = { port: site.port, requests, perSecond: capacity * times, connections: 1500, seconds: seconds + 4 }
  const answer = await openLoad(load)
  const health = await probe.stop()
  const { servedPerSecond: value, refusedPerSecond, refusedP50, refusedP99, servedP99, missed, failures } = answer
  const ratio = value / capacity
  const ms = (millis: number) => millis.toFixed(0)
  yield {
    name: `a list that takes work, ${times} times as often as can be answered`,
    value,
    unit: '/s',
    baseline: { name: 'as often as can be', value: capacity },
    ratio: { median: ratio, min: ratio, max: ratio },
    target: { of: 'ratio', least: 0.8 },
    note: `refused ${ms(refusedPerSecond)}/s, p50 ${ms(refusedP50)} ms, p99 ${ms(refusedP99)} ms; served p99 ${ms(servedP99)} ms; missed ${missed}, failed ${failures}`,
  }
  yield { name: 'health beside it, p99', value: health, unit: 'ms', target: { of: 'value', most: 250 } }
}

/** Asks again and again; `stop` resolves to the 99th percentile in milliseconds. */
function probeHealth(port: number): { stop(): Promise<number> } {
  let isOn = true
  const millis: number[] = []
  const done = (async () => {
    while (isOn) {
      const began = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/api/health`)).text()
      millis.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, probeEvery))
    }
  })()
  return {
    async stop() {
      isOn = false
      await done
      return millis.sort((a, b) => a - b)[Math.floor(millis.length * 0.99)] ?? Number.NaN
    },
  }
}
